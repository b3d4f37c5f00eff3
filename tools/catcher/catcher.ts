import { simpleParser } from 'mailparser';
import type { AddressObject, ParsedMail } from 'mailparser';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import type { CaughtMail } from './caught.ts';
import { catcherPage } from './page.ts';

const DEFAULT_KEEP_MAILS = 200;
const MAX_MAIL_BYTES = 30 * 1024 * 1024;

/**
 * The behaviour in the next conversations: as a correct server, or as one of the faulty servers that a sender must
 * handle.
 */
export type Behaviour =
  | { readonly kind: 'accept' }
  | {
      readonly kind: 'reject';
      readonly at: 'recipient' | 'message';
      readonly code: number;
      readonly text?: string;
      /** The end of the addresses that are refused; without it all are. */
      readonly to?: string;
    }
  | { readonly kind: 'drop'; readonly at: 'connect' | 'message' }
  | { readonly kind: 'silent' };

export interface CatcherOptions {
  readonly httpPort?: number;
  readonly smtpPort?: number;
  /** 127.0.0.1 unless the catcher runs in its own container. */
  readonly host?: string;
  readonly keepMails?: number;
  /** With a certificate the server offers STARTTLS. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** With credentials every sender must sign in. */
  readonly credentials?: { readonly user: string; readonly password: string };
}

export interface Catcher {
  readonly url: string;
  readonly smtpPort: number;
  /** Newest first. */
  mails(): readonly CaughtMail[];
  waitFor(predicate: (mail: CaughtMail) => boolean, timeoutMs: number): Promise<CaughtMail>;
  behave(behaviour: Behaviour): void;
  clear(): void;
  close(): Promise<void>;
}

/** A mail server that delivers nothing: it keeps the last mails in memory and shows them on a page. */
export async function startCatcher(options: CatcherOptions = {}): Promise<Catcher> {
  const host = options.host ?? '127.0.0.1';
  const box = new Mailbox(options.keepMails ?? DEFAULT_KEEP_MAILS);
  const state: { behaviour: Behaviour } = { behaviour: { kind: 'accept' } };
  const lines = new Set<Socket>();
  const hangUp = () => lines.forEach((line) => line.destroy());
  const smtp = new SMTPServer(smtpOptions(options, box, state, hangUp));
  smtp.server.prependListener('connection', (line: Socket) => {
    lines.add(line.once('close', () => lines.delete(line)));
    if (state.behaviour.kind === 'drop' && state.behaviour.at === 'connect') line.destroy();
  });
  // A sender that disconnects needs no handling.
  smtp.on('error', () => undefined);
  const web = createServer((request, response) => serve(box, request, response));
  const smtpServer = smtp.listen(options.smtpPort ?? 0, host);
  web.listen(options.httpPort ?? 0, host);
  const opened = await Promise.allSettled([once(smtpServer, 'listening'), once(web, 'listening')]);
  const failed = opened.find((one) => one.status === 'rejected');
  if (failed) {
    // The other one would keep the process alive.
    smtp.close();
    web.close();
    throw failed.reason;
  }

  return {
    url: `http://${host}:${portOf(web)}`,
    smtpPort: portOf(smtpServer),
    mails: () => box.mails,
    waitFor: (predicate, timeoutMs) => box.waitFor(predicate, timeoutMs),
    behave: (behaviour) => {
      state.behaviour = behaviour;
    },
    clear: () => box.clear(),
    async close() {
      web.closeAllConnections();
      hangUp();
      await Promise.all([
        new Promise<void>((done) => smtp.close(done)),
        new Promise<void>((done) => web.close(() => done())),
      ]);
    },
  };
}

class Mailbox {
  readonly #keepMails: number;
  #mails: readonly CaughtMail[] = [];
  #nextId = 1;
  readonly #waiting = new Set<(mail: CaughtMail) => void>();

  constructor(keepMails: number) {
    this.#keepMails = keepMails;
  }

  get mails(): readonly CaughtMail[] {
    return this.#mails;
  }

  add(mail: Omit<CaughtMail, 'id'>): void {
    const kept = { id: this.#nextId, ...mail };
    this.#nextId += 1;
    this.#mails = [kept, ...this.#mails].slice(0, this.#keepMails);
    for (const tell of [...this.#waiting]) tell(kept);
  }

  clear(): void {
    this.#mails = [];
  }

  waitFor(predicate: (mail: CaughtMail) => boolean, timeoutMs: number): Promise<CaughtMail> {
    const here = this.#mails.find(predicate);
    if (here) return Promise.resolve(here);
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        this.#waiting.delete(tell);
      };
      const tell = (mail: CaughtMail) => {
        if (!predicate(mail)) return;
        stop();
        resolve(mail);
      };
      const timer = setTimeout(() => {
        stop();
        reject(new Error(`no such mail within ${timeoutMs} ms`));
      }, timeoutMs);
      this.#waiting.add(tell);
    });
  }
}

function smtpOptions(
  options: CatcherOptions,
  box: Mailbox,
  state: { behaviour: Behaviour },
  hangUp: () => void,
): SMTPServerOptions {
  const { tls, credentials } = options;
  return {
    banner: 'mail catcher',
    size: MAX_MAIL_BYTES,
    authOptional: !credentials,
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(credentials ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    ...(tls ?? {}),
    onAuth(auth, _session, done) {
      const isRight = auth.username === credentials?.user && auth.password === credentials?.password;
      if (isRight) done(null, { user: auth.username });
      else done(answer(535, 'wrong user or password'));
    },
    onConnect(_session, done) {
      if (state.behaviour.kind !== 'silent') done();
    },
    onRcptTo({ address }, _session, done) {
      const { behaviour } = state;
      if (behaviour.kind === 'reject' && behaviour.at === 'recipient' && address.endsWith(behaviour.to ?? ''))
        done(answer(behaviour.code, behaviour.text ?? 'refused'));
      else done();
    },
    onData(stream, session, done) {
      const { behaviour } = state;
      if (behaviour.kind === 'drop') {
        hangUp();
        return;
      }
      simpleParser(stream).then((parsed) => {
        if (behaviour.kind === 'reject' && behaviour.at === 'message')
          return done(answer(behaviour.code, behaviour.text ?? 'refused'));
        box.add(caughtMail(parsed, session));
        return done();
      }, done);
    },
  };
}

function answer(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

/** Recipients and sender come from the envelope: the addresses that would really have received the mail. */
function caughtMail(parsed: ParsedMail, session: SMTPServerSession): Omit<CaughtMail, 'id'> {
  const { mailFrom, rcptTo } = session.envelope;
  return {
    to: rcptTo.map((recipient) => recipient.address),
    from: headerText(parsed.from) || (mailFrom ? mailFrom.address : ''),
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html || '',
    messageId: parsed.messageId ?? '',
    receivedAt: new Date().toISOString(),
    attachments: parsed.attachments.map(({ filename, contentType, size, content }) => ({
      fileName: filename ?? '',
      mime: contentType,
      bytes: size,
      sha256: createHash('sha256').update(content).digest('hex'),
    })),
  };
}

function headerText(address: AddressObject | undefined): string {
  return address?.text ?? '';
}

function serve(box: Mailbox, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://catcher');
  const route = `${request.method} ${url.pathname}`;
  response.setHeader('cache-control', 'no-store');
  response.setHeader('x-content-type-options', 'nosniff');
  if (route === 'GET /mails') return reply(response, 200, 'application/json', JSON.stringify(box.mails));
  if (route === 'DELETE /mails') {
    box.clear();
    return reply(response, 204, 'text/plain', '');
  }
  if (route === 'GET /') {
    // A mail shown in the frame inherits this policy: it can have styles, but can neither run nor load anything.
    const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'";
    response.setHeader('content-security-policy', policy);
    return reply(response, 200, 'text/html', catcherPage(box.mails, Number(url.searchParams.get('mail'))));
  }
  return reply(response, 404, 'text/plain', 'not found');
}

function reply(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body);
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

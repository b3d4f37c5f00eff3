import { createHash } from 'node:crypto';
import { Agent, request } from 'node:https';
import type { WireRequestDetail } from '#contract/requests/desk.ts';
import { pricedRequest } from '#tools/testing/requests.ts';
import { pdfSample } from '#tools/testing/samples.ts';
import { fieldsBody } from '#tools/testing/world.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/** A request as it was saved, with the hash of the document that was uploaded to it. */
export interface SavedRequest {
  readonly srno: number;
  readonly ref: string;
  readonly hash: string;
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The office of a new installation: one user who works through the proxy, over TLS, as a browser does. */
export class Office {
  readonly #agent: Agent;
  readonly #address: string;
  readonly #host: string;
  #session = '';

  /** `authority` is the certificate that the browser trusts. */
  constructor(address: string, publicUrl: string, authority: string) {
    this.#address = address;
    this.#host = new URL(publicUrl).host;
    this.#agent = new Agent({ ca: authority, servername: this.#host, keepAlive: false });
  }

  send(path: string, body: Buffer, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const method = body.length === 0 ? 'GET' : 'POST';
    const options = { host: this.#address, port: 443, path, method, agent: this.#agent };
    return new Promise((resolve, reject) => {
      const sent = request({ ...options, headers: { ...headers, host: this.#host } }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts) }));
      });
      sent.once('error', reject).end(body);
    });
  }

  page(): Promise<Answer> {
    return this.send('/', Buffer.alloc(0), {});
  }

  async isReady(): Promise<boolean> {
    return this.send('/readyz', Buffer.alloc(0), {}).then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  async #ask(endpoint: string, fields: readonly string[]): Promise<Record<string, unknown>> {
    const { status, body } = await this.send(`/api/${endpoint}`, Buffer.from(fieldsBody(fields)), FORM);
    if (status !== 200)
      throw new Error(`${endpoint} ${fields[1]}: ${status} ${body.toString().slice(0, 300)}`);
    return JSON.parse(body.toString()) as Record<string, unknown>;
  }

  /** Chooses the first password by the link of setup. */
  choosePassword(token: string, password: string): Promise<Record<string, unknown>> {
    const chosen = JSON.stringify({ token, new: password, rnew: password });
    return this.#ask('login_a.php', ['resetfinish', chosen]);
  }

  async signIn(user: string, password: string): Promise<Record<string, unknown>> {
    const reply = await this.#ask('login_a.php', ['validate', user, password, 'WEB']);
    this.#session = typeof reply['session'] === 'string' ? reply['session'] : '';
    return reply;
  }

  /** Saves a draft of a sale, with a document of its customer. */
  async saveRequest(ref: string): Promise<SavedRequest> {
    const record = { ...pricedRequest('SP', { reqRefNo: ref }), reqDraftFinal: 'D' };
    const saved = await this.#ask('newfxrequest_a.php', [this.#session, 'save', JSON.stringify(record)]);
    const srno = Number(saved['srno']);
    if (!(srno > 0)) throw new Error(`${ref} was not saved: ${JSON.stringify(saved)}`);
    const document = Buffer.concat([pdfSample(), Buffer.from(`% ${ref}\n`)]);
    await this.#upload(srno, document);
    return { srno, ref, hash: hashOf(document) };
  }

  async #upload(srno: number, file: Buffer): Promise<void> {
    const form = new FormData();
    const meta = {
      sid: this.#session,
      uploadType: 'KYC',
      srno,
      pageright: 'NEWTRANREQUEST',
      docid: 1,
      remark: '',
    };
    form.append('meta', JSON.stringify(meta));
    form.append('file', new Blob([new Uint8Array(file)]), 'passport.pdf');
    const coded = new Response(form);
    const type = coded.headers.get('content-type') ?? '';
    const answer = await this.send('/api/upload_a.php', Buffer.from(await coded.arrayBuffer()), {
      'content-type': type,
    });
    const { error } = JSON.parse(answer.body.toString()) as { error?: string };
    if (answer.status !== 200 || error !== '')
      throw new Error(`upload: ${answer.status} ${answer.body.toString()}`);
  }

  /** What is wrong with a saved request as the server shows it now; nothing if it has its document. */
  async faultsOf({ srno, ref, hash }: SavedRequest): Promise<readonly string[]> {
    const detail = await this.#ask('fxrequest_a.php', [this.#session, 'detail', String(srno)]);
    const text = JSON.stringify(detail);
    if (!text.includes(ref)) return [`${ref} is missing: ${text.slice(0, 300)}`];
    const [document] = (detail as unknown as WireRequestDetail).document;
    if (document === undefined) return [`${ref} has no document`];
    const { doc_srno: number, doc_filename: filename, doc_id: docid } = document;
    const named = JSON.stringify({ srno: number, filename, docid });
    const body = fieldsBody([this.#session, 'docdownload', named]);
    const answer = await this.send('/api/fxrequest_a.php', Buffer.from(body), FORM);
    return hashOf(answer.body) === hash ? [] : [`the document of ${ref} differs: ${answer.status}`];
  }

  close(): void {
    this.#agent.destroy();
  }
}

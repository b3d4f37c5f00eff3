import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { certifiedBy, certifiedByMany, CERTIFIED_FORMATS } from '#tools/testing/attestations.ts';
import { Authenticator, type Attestation, type NewCredential } from '#tools/testing/authenticator.ts';
import type { Cbor } from '#tools/testing/cbor.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { percentile, type Drill } from './drill.ts';
import { call, Ground, signIn } from './ground.ts';
import { MemoryWatch } from './hostile/memory.ts';
import { startProbe } from './hostile/start-probe.ts';

type Attest = (credential: NewCredential) => Attestation;

const ORIGIN = 'https://desk.bureau.example';
/** The users with the fewest rights, each with a session that sends at the same time as the others. */
const USERS = ['staff.mum', 'staff.del', 'dlv1.mum', 'dlv.del'];
/** Enough for code and buffers to reach their final size. */
const WARM_UP = 66;
const MAX_GROWN_MB = 20;
const P99_MS = 100;
const CERTIFICATES = 400;
const DEPTH = 1_500;
/** Anything that is fetched is asked for by then. */
const LATEST_FETCH_MS = 2_000;

/**
 * New passkeys with attestations that name an address to be fetched, or are as long or as deep as they can be: the
 * server asks nobody, and neither its memory nor its other answers suffer.
 */
export const attestations: Drill = {
  name: 'attestations',
  run: (findings, { attestations: count, patience }) =>
    Ground.with(async (ground) => {
      const host = await openEndlessHost();
      const server = await ground.start({ ROLE: 'web', PUBLIC_URL: `${ORIGIN}/` });
      const hostile = kindsOf(host.url);
      const sessions = await Promise.all(USERS.map((user) => signInToEnrol(server.url, user)));
      const sendAll = async (total: number): Promise<string[]> => {
        const answers: string[] = [];
        let next = 0;
        const sender = async (session: string) => {
          for (let at = next++; at < total; at = next++)
            answers.push(await addPasskey(server.url, session, hostile[at % hostile.length]!));
        };
        await Promise.all(sessions.map(sender));
        return answers;
      };
      try {
        await sendAll(WARM_UP);
        const memory = await MemoryWatch.start(server.pid);
        const probe = await startProbe(server.url);
        const answers = await sendAll(count);
        await sleep(LATEST_FETCH_MS);
        const { healthMs, controlMs, failures } = await probe.stop();
        const { growthMb } = memory.stop();
        const maxGrownMb = MAX_GROWN_MB * patience;
        const p99 = percentile(healthMs, 0.99);
        const machine = percentile(controlMs, 0.99);

        findings.equals('all of them are answered', answers.length, count);
        findings.holds(
          'none is accepted, and none is a fault of the server',
          answers.filter((answer) => answer !== 'refused'),
        );
        findings.holds('no request leaves the server', host.asked);
        findings.holds('everybody else is served', failures);
        findings.within('99 % of the answers to healthz come', P99_MS + machine, [p99]);
        findings.holds(
          `memory grows by less than ${maxGrownMb} MB`,
          growthMb < maxGrownMb ? [] : [`${growthMb} MB`],
        );
        findings.holds('nothing was logged as an error', server.errors);
        findings.figure('hostile attestations', count);
        findings.figure('memory grew by, MB', growthMb);
        findings.figure('healthz p99 ms', p99);
        findings.figure('a server that does nothing, p99 ms', machine);
      } finally {
        host.server.closeAllConnections();
        host.server.close();
      }
    }),
};

/** Sends no end of bytes to whoever asks it. */
async function openEndlessHost(): Promise<{ server: Server; url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const more = () => {
      while (response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', more);
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/revoked`, asked };
}

const kindsOf = (revocationUrl: string): readonly Attest[] => [
  ...CERTIFIED_FORMATS.map((fmt) => certifiedBy(fmt, revocationUrl)),
  certifiedByMany(CERTIFICATES),
  nested,
  // `none` says that there is no statement; this one has.
  (credential) => ({ ...certifiedBy('android-key', revocationUrl)(credential), fmt: 'none' }),
];

/** A statement that is nested as deeply as its size allows. */
function nested(): Attestation {
  let value: Cbor = 0;
  for (let depth = 0; depth < DEPTH; depth += 1) value = [value];
  return { fmt: 'packed', attStmt: new Map<string, Cbor>([['sig', value]]) };
}

/** A session that has confirmed its password, without which no passkey is taken. */
async function signInToEnrol(url: string, user: string): Promise<string> {
  const session = await signIn(url, user);
  await call(url, 'factor_a.php', [session, 'password', DEMO_PASSWORD]);
  return session;
}

async function addPasskey(url: string, session: string, attest: Attest): Promise<string> {
  const begun = await call(url, 'factor_a.php', [session, 'passkeybegin']);
  const { options } = JSON.parse(begun.text) as { options: { challenge: string } };
  const response = new Authenticator(ORIGIN).register(options, attest);
  const passkey = JSON.stringify({ name: 'Phone', response });
  const { status, text } = await call(url, 'factor_a.php', [session, 'passkeyadd', passkey]);
  const isRefused = status === 400 || (status === 200 && (JSON.parse(text) as { done: number }).done === 0);
  return isRefused ? 'refused' : `${status} ${text.slice(0, 200)}`;
}

/**
 * Checks the health of a server every 50 ms and signs a user in every second, in a separate process: load of the
 * drill's senders does not count as a delay of the server. It can also make a call every 50 ms. Sends its measurements
 * when it is told to stop.
 */
import { Agent, get } from 'node:http';
import { call, signIn as openSession } from '../ground.ts';

export interface Measured {
  /** The time from when each answer was due until it arrived. */
  readonly healthMs: number[];
  /** The same for an idle server. */
  readonly controlMs: number[];
  readonly signInMs: number[];
  /** Calls that read a list, if they are made. */
  readonly callMs: number[];
  readonly failures: string[];
}

const HEALTH_EVERY_MS = 50;
const SIGN_IN_EVERY_MS = 1_000;

const [url = '', control = '', user = '', password = '', calls = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 100 });
const measured: Measured = { healthMs: [], controlMs: [], signInMs: [], callMs: [], failures: [] };
const pending = new Set<Promise<unknown>>();

const askHealth = (url: string) => (): Promise<void> =>
  new Promise((resolve, reject) => {
    const asked = get(`${url}/healthz`, { agent }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200
          ? resolve()
          : reject(new Error(`healthz answered ${response.statusCode}`)),
      );
    });
    // A server closes connections that were idle for long, perhaps at the moment when one is used again. A client tries
    // such a request once more.
    asked.once('error', (error) => (asked.reusedSocket ? resolve(askHealth(url)()) : reject(error)));
  });

async function signIn(): Promise<void> {
  const { status, text } = await call(url, 'login_a.php', ['validate', user, password, 'WEB']);
  if (status !== 200 && status !== 503) throw new Error(`sign-in answered ${status}: ${text.slice(0, 200)}`);
}

const readList = (session: string) => async (): Promise<void> => {
  const { status, text } = await call(url, 'country_a.php', [session, 'ddlistjson']);
  if (status !== 200) throw new Error(`a call answered ${status}: ${text.slice(0, 200)}`);
};

/**
 * Asks at fixed times, whether or not the last answer has arrived: a stall must not hide the requests that it delays.
 */
function askEvery(ms: number, ask: () => Promise<void>, times: number[]): NodeJS.Timeout {
  let due = performance.now();
  return setInterval(() => {
    for (; due <= performance.now(); due += ms) {
      const since = due;
      const done = () => times.push(performance.now() - since);
      const answer: Promise<unknown> = ask()
        .then(done, (error: unknown) => measured.failures.push(String(error)))
        .finally(() => pending.delete(answer));
      pending.add(answer);
    }
  }, ms);
}

const timers = [
  askEvery(HEALTH_EVERY_MS, askHealth(url), measured.healthMs),
  askEvery(HEALTH_EVERY_MS, askHealth(control), measured.controlMs),
  askEvery(SIGN_IN_EVERY_MS, signIn, measured.signInMs),
];
if (calls !== '')
  timers.push(askEvery(HEALTH_EVERY_MS, readList(await openSession(url, user, password)), measured.callMs));
process.once('message', () => {
  timers.forEach(clearInterval);
  // The server must not be stopped while requests are pending.
  void Promise.allSettled(pending).then(() => process.send?.(measured, () => process.exit()));
});
process.once('disconnect', () => process.exit());
process.send?.('asking');

import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDiskStore } from '#server/platform/files/disk.ts';
import { newWord, type Place } from '#tools/testing/calls/sample.ts';
import { send, type Body, type Received } from '#tools/testing/calls/send.ts';
import { faultOf } from '#tools/testing/fuzz/faults.ts';
import type { BureauProcess } from '#tools/testing/process.ts';
import { fieldsBody } from '#tools/testing/world.ts';
import { largest, percentile, type Drill, type Findings } from './drill.ts';
import { Ground, signIn } from './ground.ts';
import { HOSTILE_BODIES } from './hostile/bodies.ts';
import { HOSTILE_DOCUMENTS } from './hostile/documents.ts';
import type { HostileFile, HostileItem } from './hostile/item.ts';
import { MemoryWatch } from './hostile/memory.ts';
import { HOSTILE_PICTURES } from './hostile/pictures.ts';
import type { Measured } from './hostile/probe.ts';
import { hostileRecords } from './hostile/records.ts';
import { HOSTILE_SHEETS } from './hostile/sheets.ts';
import { startProbe } from './hostile/start-probe.ts';

const CLIENTS = 8;
const LEAST_ITEMS = 40;
const P99_MS = 250;
/** The limits allow for other load on the machine. */
const LONGEST_GAP_MS = 1_500;
const LONGEST_SIGN_IN_MS = 5_000;
/** A sign-in passes several processes, and the machine may delay each of them. */
const SIGN_IN_SHARE = 4;
const SERVER_GROWTH_MB = 500;
const CHILDREN_MB = 2_000;
const BUSY = 503;

/**
 * Hostile files and fields, each sent by several clients at once, while another process checks the health of the
 * server: it stays alive, answers in time, stays within its memory, and its answers are plain.
 */
export const hostileFiles: Drill = {
  name: 'hostile-files',
  run: (findings, { hostileItems }) =>
    Ground.with(async (ground) => {
      const server = await ground.start({ ROLE: 'web' });
      const storm = new Storm(server, await signIn(server.url, 'admin'), await branchOf(ground));
      const all = await itemsOf(ground, storm.place);
      const items = all.length <= hostileItems ? all : shareOf(all, hostileItems);
      await storm.warmUp();

      const memory = await MemoryWatch.start(server.pid);
      const probe = await startProbe(server.url);
      for (const item of items) await storm.send(item);
      const measured = await probe.stop();
      const peak = memory.stop();

      judge(findings, storm, measured, items.length, items.length === all.length);
      findings.holds(
        `the server takes no more than ${SERVER_GROWTH_MB} MB on top`,
        peak.growthMb <= SERVER_GROWTH_MB ? [] : [`${peak.growthMb} MB`],
      );
      findings.holds(
        `its children take no more than ${CHILDREN_MB} MB`,
        peak.childrenMb <= CHILDREN_MB ? [] : [`${peak.childrenMb} MB`],
      );
      findings.equals('the process is alive and ends by itself', await server.stop(), {
        code: 0,
        signal: null,
      });
      findings.holds('nothing was logged as an error', server.errors);
      findings.figure('hostile files and fields', items.length);
      findings.figure('server memory on top, MB', peak.growthMb);
      findings.figure('memory of its children at most, MB', peak.childrenMb);
    }),
};

function judge(
  findings: Findings,
  storm: Storm,
  { healthMs, controlMs, signInMs, failures }: Measured,
  count: number,
  isWhole: boolean,
): void {
  const worst = largest(healthMs);
  // A delay that also affects an idle server is caused by the machine.
  const machine = largest(controlMs);
  const p99 = percentile(healthMs, 0.99);
  findings.holds(`there are at least ${LEAST_ITEMS} of them`, count >= LEAST_ITEMS ? [] : [count]);
  findings.holds('every answer is plain', storm.faults);
  findings.holds('everybody else is served', failures);
  findings.within('every answer to healthz comes', LONGEST_GAP_MS + machine, healthMs);
  if (isWhole) findings.within('99 % of the answers to healthz come', P99_MS, [p99]);
  findings.within('every other sign-in ends', LONGEST_SIGN_IN_MS + SIGN_IN_SHARE * machine, signInMs);
  findings.figure('requests', storm.requests);
  findings.figure('answered as busy', storm.busy);
  findings.figure('longest item', `${storm.slowest.name}, ${(storm.slowest.ms / 1_000).toFixed(1)} s`);
  findings.figure('healthz asked', healthMs.length);
  findings.figure('healthz median ms', percentile(healthMs, 0.5));
  findings.figure('healthz p99 ms', p99);
  findings.figure('healthz longest ms', worst);
  findings.figure('a server that does nothing, p99 ms', percentile(controlMs, 0.99));
  findings.figure('a server that does nothing, longest ms', machine);
  findings.figure('other sign-ins longest ms', largest(signInMs));
}

/** A share of the items, evenly from all kinds; items that end only at their time limit are left to the full run. */
function shareOf(all: readonly HostileItem[], count: number): HostileItem[] {
  const quick = all.filter((item) => !('isSlow' in item));
  return quick.filter(
    (_, index) =>
      Math.floor((index * count) / quick.length) !== Math.floor(((index - 1) * count) / quick.length),
  );
}

async function itemsOf(ground: Ground, place: Place): Promise<HostileItem[]> {
  const setting = {
    database: ground.database.admin,
    store: createDiskStore({ root: tmpdir() }),
    place,
    word: newWord(),
    isNew: true,
  };
  return [
    ...HOSTILE_DOCUMENTS,
    ...HOSTILE_PICTURES,
    ...HOSTILE_SHEETS,
    ...HOSTILE_BODIES,
    ...(await hostileRecords(setting)),
  ];
}

async function branchOf(ground: Ground): Promise<Place> {
  const { rows } = await ground.database.admin.query<Omit<Place, 'mark'>>(
    `select srno, id, type, name from masters.entity where id = 'MUM'`,
  );
  const [branch] = rows;
  if (branch === undefined) throw new Error('the demo business has no branch');
  return { ...branch, mark: branch.id };
}

/** Sends each item from all clients at once and records the faults in the answers. */
class Storm {
  readonly faults: string[] = [];
  readonly place: Place;
  requests = 0;
  busy = 0;
  slowest = { name: '', ms: 0 };
  readonly #server: BureauProcess;
  readonly #session: string;

  constructor(server: BureauProcess, session: string, place: Place) {
    this.#server = server;
    this.#session = session;
    this.place = place;
  }

  /** The first requests are slower than the rest: code is compiled, processes start, buffers are allocated. */
  async warmUp(): Promise<void> {
    const small = HOSTILE_DOCUMENTS.find(({ name }) => name === 'a PDF with a script');
    const sheet = HOSTILE_SHEETS.find(({ name }) => name === 'half a workbook');
    for (const item of [small, sheet]) if (item !== undefined) await this.send(item);
  }

  async send(item: HostileItem): Promise<void> {
    const startedAt = performance.now();
    await ('intake' in item ? this.#sendFile(item) : this.#sendBodies(item));
    const ms = performance.now() - startedAt;
    if (ms > this.slowest.ms) this.slowest = { name: item.name, ms };
  }

  async #sendBodies({ name, endpoint, type, make }: Exclude<HostileItem, HostileFile>): Promise<void> {
    const made = make(this.#session);
    const bodies = (typeof made === 'string' ? Array<string>(CLIENTS).fill(made) : made).map(
      (written): Body => ({ type, bytes: Buffer.from(written) }),
    );
    await this.#byAll(bodies, (body) => this.#ask(name, endpoint, body));
  }

  async #sendFile(file: HostileFile): Promise<void> {
    const bytes = await file.make();
    const { endpoint, meta } = this.#intakeOf(file);
    const body = await uploadBody(meta, file.fileName, bytes);
    const answers = await this.#byAll(Array<Body>(CLIENTS).fill(body), (each) =>
      this.#ask(file.name, endpoint, each),
    );
    const stored = answers.map((answer) => storedDocument(answer)).find((document) => document !== null);
    if (file.isViewed !== true || stored === undefined) return;
    const view: Body = {
      type: 'application/x-www-form-urlencoded',
      bytes: Buffer.from(fieldsBody([this.#session, 'docview', JSON.stringify(stored)])),
    };
    await this.#byAll(Array<Body>(CLIENTS).fill(view), (each) =>
      this.#ask(`${file.name}, viewed`, 'entity_a.php', each),
    );
  }

  #intakeOf({ intake }: HostileFile): { readonly endpoint: string; readonly meta: object } {
    const sid = this.#session;
    if (intake === 'sheet') return { endpoint: 'country_a.php', meta: { sid, uploadType: 'importcheck' } };
    if (intake === 'logo') return { endpoint: 'upload_a.php', meta: { sid, uploadType: 'COMPANYLOGO' } };
    return {
      endpoint: 'upload_a.php',
      meta: { sid, uploadType: 'ENTITYDOC', srno: this.place.srno, docid: 1 },
    };
  }

  async #byAll<T, R>(work: readonly T[], ask: (one: T) => Promise<R>): Promise<R[]> {
    const answers: R[] = [];
    let next = 0;
    const client = async () => {
      for (let at = next++; at < work.length; at = next++) answers.push(await ask(work[at]!));
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    return answers;
  }

  async #ask(name: string, endpoint: string, body: Body): Promise<Received | null> {
    this.requests += 1;
    try {
      const received = await inTime(send(this.#server.url, endpoint, body));
      const isBusy = received.status === BUSY || saysBusy(received);
      if (isBusy) this.busy += 1;
      const fault = received.status === BUSY && received.isJson ? null : faultOf(received, body);
      if (fault !== null) this.faults.push(`${name}: ${fault}`);
      return received;
    } catch (error) {
      // A body that is too large may be answered and disconnected before all of it is sent.
      const code = (error as { code?: string }).code ?? '';
      if (code !== 'EPIPE' && code !== 'ECONNRESET') this.faults.push(`${name}: ${String(error)}`);
      return null;
    }
  }
}

/** Every limit of the server is shorter. An answer that does not come in this time never comes. */
const LONGEST_ANSWER_MS = 200_000;

async function inTime<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  const late = sleep(LONGEST_ANSWER_MS, null, { ref: false }).then(() => {
    throw new Error(`no answer within ${LONGEST_ANSWER_MS / 1_000} s`);
  });
  return Promise.race([answer, late]);
}

const saysBusy = ({ json }: Received): boolean => {
  const { err, error } = (json ?? {}) as { err?: unknown; error?: unknown };
  return [err, error].some((text) => typeof text === 'string' && text.includes('busy'));
};

function storedDocument(answer: Received | null): { srno: number; filename: string } | null {
  const { docdetail } = (answer?.json ?? {}) as { docdetail?: { srno: number; filename: string } };
  return docdetail === undefined ? null : { srno: docdetail.srno, filename: docdetail.filename };
}

async function uploadBody(meta: object, fileName: string, bytes: Buffer): Promise<Body> {
  const form = new FormData();
  form.append('meta', JSON.stringify(meta));
  form.append('file', new Blob([new Uint8Array(bytes)]), fileName);
  const written = new Response(form);
  const type = written.headers.get('content-type') ?? '';
  return { type, bytes: Buffer.from(await written.arrayBuffer()) };
}

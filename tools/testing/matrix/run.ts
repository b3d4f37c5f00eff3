import { read, utils } from '@e965/xlsx';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { callName, type Declaration } from '#contract/define.ts';
import { isMessageCode } from '#domain/messages.ts';
import type { RightKey } from '#domain/rights.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';
import type { Content, Reach, ModuleSamples, Sample } from '../calls/sample.ts';
import { newWord, sampleOf } from '../calls/sample.ts';
import { bodyOf, formBody, send, type Received } from '../calls/send.ts';
import { changedTables, footprint, trailEntries } from './footprint.ts';
import { allowedStatuses, cellsOf, type Cell } from './oracle.ts';
import { makePeople } from './people.ts';

/** The key whose users make the calls that need no key. */
const ANY_KEY: RightKey = 'COUNTRY';
const AT_ONCE = 8;
/** How long an ended session or a revoked right may still work. */
const BITES_WITHIN_MS = 1_000;

/** The result for one call. */
export interface Verdict {
  readonly cells: number;
  /** Each violation as a sentence; empty if there are none. */
  readonly problems: readonly string[];
}

export interface Matrix {
  check(call: Declaration): Promise<Verdict>;
}

interface Bench {
  readonly url: string;
  readonly database: pg.Client;
  readonly store: ObjectStore;
}

interface Try {
  readonly cell: Cell;
  readonly session: string;
  readonly content: Content;
}

interface ExcessTry extends Try {
  readonly name: string;
}

/** Makes every call of the contract as every kind of caller, against a running server. */
export async function openMatrix(
  { url, database, store }: Bench,
  calls: readonly Declaration[],
  modules: readonly ModuleSamples[],
): Promise<Matrix> {
  const keys = calls.flatMap(({ right }) => (typeof right === 'string' ? [] : [right.key]));
  const people = await makePeople(database, [...new Set([ANY_KEY, ...keys])]);
  for (const { prepare } of modules) await prepare?.(database, people.all);
  await people.endSessions(async (session) => {
    const { status } = await send(
      url,
      'right_a.php',
      formBody(new URLSearchParams({ 1: session, 2: 'all', 3: ANY_KEY }).toString()),
    );
    return status === 200;
  });
  await wait(BITES_WITHIN_MS);

  /**
   * Valid contents for each cell. Cells that are refused before the handler share one, so that no data is created in
   * vain.
   */
  async function triesOf(call: Declaration, sample: Sample): Promise<readonly Try[]> {
    const cells = cellsOf(call, sample.reach);
    const key = typeof call.right === 'string' ? ANY_KEY : call.right.key;
    const sessions = await people.sessionsFor(key, cells);
    const shared = new Map<string, Content>();
    const tries: Try[] = [];
    for (const [at, cell] of cells.entries()) {
      const place = people.placeFor(cell.type, cell.relation);
      const isAllowed = allowedStatuses(call, sample.reach, cell).includes(200);
      const sameAs = `${place.mark} ${cell.isNew}`;
      const content =
        (isAllowed ? undefined : shared.get(sameAs)) ??
        (await sample.content({ database, store, place, word: newWord(), isNew: cell.isNew }));
      if (!isAllowed) shared.set(sameAs, content);
      tries.push({ cell, session: sessions[at] ?? '', content });
    }
    return tries;
  }

  async function problemsOf(
    call: Declaration,
    reach: Reach,
    { cell, session, content }: Try,
  ): Promise<string[]> {
    const received = await send(url, call.endpoint, await bodyOf(call, content, session));
    const statuses = allowedStatuses(call, reach, cell);
    const found: string[] = [];
    if (!statuses.includes(received.status))
      found.push(`answered ${received.status} instead of ${statuses.join(' or ')}: ${shown(received)}`);
    else if (received.status === 401 && (received.json as { status?: string }).status !== 'MSG0002')
      found.push(`refused a session without saying MSG0002: ${shown(received)}`);
    else if (received.status === 200 && !isDone(received))
      found.push(`refused its own sample: ${shown(received)}`);

    const text = everythingIn(received);
    const isIn = ['live', 'unconfirmed', 'must change password'].includes(cell.session);
    for (const place of people.hiddenFrom(isIn ? cell.type : null))
      if (text.includes(place.mark))
        found.push(`holds the data of another ${place.type === 'B' ? 'branch' : 'franchise'}`);
    const lists = typeof reach === 'object' && 'lists' in reach ? reach.lists : [];
    const isListed = received.status === 200 && lists.includes(cell.type);
    if (isListed && !text.includes(people.placeFor(cell.type, 'own').mark))
      found.push(
        'does not show the data of its own branch, so that it could not be seen to show that of another',
      );
    const by = call.session === 'none' ? 'anyone' : describe(cell);
    return found.map((problem) => `${callName(call)} by ${by} ${problem}`);
  }

  /**
   * Asks for more than the caller holds, in each way that the sample defines, for each caller for whom the sample
   * succeeds.
   */
  async function excessesOf(sample: Sample, passing: readonly Try[]): Promise<readonly ExcessTry[]> {
    const key = typeof sample.call.right === 'string' ? ANY_KEY : sample.call.right.key;
    const tries: ExcessTry[] = [];
    for (const { cell, session } of passing)
      for (const [name, excess] of Object.entries(sample.excesses ?? {})) {
        const caller = { account: people.accountFor(key, cell), type: cell.type };
        const place = people.placeFor(cell.type, cell.relation);
        const setting = { database, store, place, word: newWord(), isNew: cell.isNew, caller };
        const content = await excess(setting);
        if (content !== null) tries.push({ cell, session, content, name });
      }
    return tries;
  }

  async function excessProblems(call: Declaration, { cell, session, content, name }: ExcessTry) {
    const received = await send(url, call.endpoint, await bodyOf(call, content, session));
    const isRefused = [403, 404].includes(received.status) || (received.status === 200 && !isDone(received));
    return isRefused
      ? []
      : [`${callName(call)} by ${describe(cell)} granted ${name}: ${received.status} ${shown(received)}`];
  }

  async function check(call: Declaration): Promise<Verdict> {
    const sample = sampleOf(modules, call);
    const tries = await triesOf(call, sample);
    const excesses = await excessesOf(
      sample,
      tries.filter(
        ({ cell }) => cell.session === 'live' && allowedStatuses(call, sample.reach, cell).includes(200),
      ),
    );
    const mayPass = (each: Try) => allowedStatuses(call, sample.reach, each.cell).includes(200);
    const run = (some: readonly Try[]) => inTurns(some, (each) => problemsOf(call, sample.reach, each));
    const name = callName(call);

    const atFirst = await footprint(database);
    const problems = await run(tries.filter((each) => !mayPass(each)));
    problems.push(...(await inTurns(excesses, (each) => excessProblems(call, each))));
    const afterRefusals = await footprint(database);
    const touched = changedTables(atFirst, afterRefusals);
    if (touched.length > 0) problems.push(`${name} changed ${touched.join(', ')} although it was refused`);

    const passing = tries.filter(mayPass);
    const trailBefore = await trailEntries(database, name);
    problems.push(...(await run(passing)));
    const left = (await trailEntries(database, name)) - trailBefore;
    if ((call.effect === 'write' || call.effect === 'watched') && left < passing.length)
      problems.push(`${name} left ${left} trail entries for ${passing.length} calls`);
    if (call.effect === 'read') {
      const changed = changedTables(afterRefusals, await footprint(database));
      if (changed.length > 0) problems.push(`${name} says that it reads, but changed ${changed.join(', ')}`);
    }
    return { cells: tries.length + excesses.length, problems };
  }

  return { check };
}

const describe = ({ right, type, session, relation, isNew }: Cell): string =>
  `[right ${right}, type ${type}, session ${session}, ${relation} branch, ${isNew ? 'new' : 'existing'}]`;

const MAX_SHOWN_CHARS = 200;
const shown = ({ bytes }: Received): string => bytes.toString().slice(0, MAX_SHOWN_CHARS);

/** A refusal for the user also has status 200. The status in its body is a code of the catalogue; a record has one of its own. */
function isDone({ json, isJson }: Received): boolean {
  if (!isJson || typeof json !== 'object' || json === null) return true;
  const { err = '', error = '', errorcount = 0, status = 'MSG0000' } = json as Record<string, unknown>;
  const isRefusal = isMessageCode(String(status)) && status !== 'MSG0000';
  return err === '' && error === '' && errorcount === 0 && !isRefusal;
}

/** All text of a reply: headers, body, the page key, and the cells of a workbook. */
function everythingIn({ headers, bytes }: Received): string {
  const next = Buffer.from(String(headers['x-next'] ?? ''), 'base64url').toString();
  const parts = [JSON.stringify(headers), next, bytes.toString('utf8')];
  if (bytes.subarray(0, 2).toString() === 'PK') {
    const book = read(bytes);
    parts.push(...book.SheetNames, ...Object.values(book.Sheets).map((sheet) => utils.sheet_to_csv(sheet)));
  }
  return parts.join('\n');
}

async function inTurns<T>(all: readonly T[], work: (each: T) => Promise<string[]>): Promise<string[]> {
  const waiting = [...all];
  const found: string[] = [];
  const worker = async () => {
    for (let each = waiting.shift(); each !== undefined; each = waiting.shift())
      found.push(...(await work(each)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return found;
}

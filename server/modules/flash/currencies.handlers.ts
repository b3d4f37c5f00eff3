import * as calls from '#contract/flash/currencies.ts';
import { fromWire } from '#contract/wire.ts';
import { formatDate } from '#domain/dates.ts';
import { TYPED_CURRENCY } from '#domain/flash/codes.ts';
import {
  countProblem,
  denominationProblem,
  readFace,
  readNoteCount,
  readStock,
} from '#domain/flash/count.ts';
import { FILLED, FLASH_REFUSALS, FLASH_TEXTS, MANDATORY } from '#domain/flash/texts.ts';
import type { Transaction } from '#server/platform/database.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { malformed, notFound, Problem, Refusal } from '#server/platform/dispatch/problems.ts';
import { refuseStale } from '#server/platform/record.ts';
import { lockFlash, type FlashHead } from './audit.sql.ts';
import { currencySheet, readCurrencies } from './currencies.sheet.ts';
import {
  fetchCurrencies,
  findCurrency,
  knownCurrencies,
  listCurrencies,
  setStatus,
  setStock,
  uploadCurrencies,
} from './currencies.sql.ts';
import {
  addFace,
  countedOf,
  listFaces,
  lockCurrency,
  removeFace,
  replaceFaces,
  type LockedCurrency,
  type NamedCurrency,
} from './denominations.sql.ts';

/** The audit, which must be open. An audit that was made on paper is closed. */
async function openAudit(tx: Transaction, srno: number, mode: 'share' | 'alone'): Promise<FlashHead> {
  const head = await lockFlash(tx, srno, mode);
  if (head === undefined) throw notFound();
  if (head.status === 'C') throw new Refusal(FLASH_REFUSALS.closed);
  return head;
}

/** The locked currency of an open audit. */
async function openCurrency(tx: Transaction, named: NamedCurrency): Promise<LockedCurrency> {
  const line = await lockCurrency(tx, named);
  if (line === undefined) throw notFound();
  if (line.header === 'C') throw new Refusal(FLASH_REFUSALS.closed);
  return line;
}

const already = () => new Problem(200, { err: FLASH_TEXTS.alreadyFilled, msg: FILLED.already });

/** The answer to a change of a currency: the line as it is now. */
async function changedLine(tx: Transaction, srno: number) {
  const { body, version } = await findCurrency(tx, srno);
  const line = fromWire(calls.currencyRow, JSON.parse(body)) as calls.FlashCurrency;
  return { reply: { err: '', msg: 'Saved.', line }, version };
}
const answerLine = async (tx: Transaction, srno: number) => {
  const { reply, version } = await changedLine(tx, srno);
  return Reply.of(reply, { version });
};

/** How currencies come into an audit. */
const filling: readonly Bound[] = [
  handle(calls.listFlashCurrencies, async ({ db, caller }, { audit: { srno } }) => {
    const found = await listCurrencies(db.read, srno, caller.scope);
    if (found === undefined) throw notFound();
    return Reply.json(found.body);
  }),

  handle(calls.fetchFlashCurrencies, async ({ tx, caller }, { audit: { srno } }) => {
    const { on_day: day, is_filled } = await openAudit(tx, srno, 'alone');
    if (is_filled) throw already();
    if ((await fetchCurrencies(tx, srno, day, caller)) === undefined)
      throw new Refusal(FLASH_REFUSALS.nothingFetched(formatDate(day)));
    const found = await listCurrencies(tx, srno, caller.scope);
    return Reply.json(found?.body ?? '[]');
  }),

  handle(calls.uploadFlashCurrencies, async ({ tx, caller, file }, { hdrsrno }) => {
    // The sheet is read before the audit is locked, because a long one takes time.
    const reading = await readCurrencies(file.sheet, await knownCurrencies(tx));
    const { is_filled } = await openAudit(tx, hdrsrno, 'alone');
    if (is_filled) throw already();
    if ('errors' in reading)
      throw new Problem(200, {
        err: FLASH_TEXTS.wrongFormat,
        msg: FILLED.wrongFormat,
        message: '',
        errors: reading.errors,
      });
    if ((await uploadCurrencies(tx, hdrsrno, reading.rows, caller)) === undefined) throw already();
    return { error: '', msg: FILLED.done, message: FLASH_TEXTS.uploaded };
  }),

  handle(calls.currencyTemplate, async () => currencySheet()),
];

/** What is set on a line. */
const lines: readonly Bound[] = [
  handle(calls.setInrStock, async ({ tx, caller }, { stock }) => {
    const { audit, currency, isd = TYPED_CURRENCY, amount: typed } = stock;
    if (isd.trim().toUpperCase() !== TYPED_CURRENCY) throw new Refusal(FLASH_REFUSALS.notTyped);
    if (typed.trim() === '') throw new Refusal(MANDATORY);
    const amount = readStock(typed);
    if (amount === null) throw new Refusal(FLASH_REFUSALS.noAmount);
    await openAudit(tx, audit, 'share');
    if (currency !== 0) {
      const line = await openCurrency(tx, { audit, currency });
      if (line.isd !== TYPED_CURRENCY) throw new Refusal(FLASH_REFUSALS.notTyped);
    }
    const set = await setStock(tx, audit, amount, caller);
    if (set === undefined) throw notFound();
    return answerLine(tx, set.srno);
  }),

  handle(calls.setLineStatus, async ({ tx, caller }, { line: { status, currency = 0, transaction = 0 } }) => {
    if ((currency === 0) === (transaction === 0)) throw malformed('Please name one line.');
    // A transaction is in order or not; there is no third choice.
    if (transaction !== 0 && status === '') throw new Refusal(MANDATORY);
    const set = await (transaction === 0
      ? setStatus(tx, 'currency', currency, status, caller)
      : setStatus(tx, 'transaction', transaction, status, caller));
    if (set === undefined) throw notFound();
    return { err: '', msg: 'Saved.' };
  }),
];

/** The count of a currency, note by note. */
const counting: readonly Bound[] = [
  handle(calls.listDenominations, async ({ db, caller }, { scope }) => {
    const found = await listFaces(db.read, scope, caller.scope);
    if (found === undefined) throw notFound();
    return Reply.json(found.body);
  }),

  handle(calls.denominationTotal, async ({ db, caller }, { scope }) => {
    const found = await countedOf(db.read, scope, caller.scope);
    if (found === undefined) throw notFound();
    return { total: found.actual };
  }),

  handle(calls.currencyDifference, async ({ db, caller }, { scope }) => {
    const found = await countedOf(db.read, scope, caller.scope);
    if (found === undefined) throw notFound();
    return { actualValue: found.actual, difference: found.difference };
  }),

  handle(calls.addDenomination, async ({ tx, caller }, { denomination: named }) => {
    const { denomination, quantity } = named;
    const problem = denominationProblem(denomination, quantity);
    if (problem !== null) throw new Refusal(problem);
    const [face, count] = [readFace(denomination), readNoteCount(quantity)];
    if (face === null || count === null) throw new Refusal(FLASH_TEXTS.noDenomination);
    await openCurrency(tx, named);
    await addFace(tx, named, face, count, caller);
    return answerLine(tx, named.currency);
  }),

  handle(calls.removeDenomination, async ({ tx, caller }, { denomination: named }) => {
    await openCurrency(tx, named);
    if ((await removeFace(tx, named, named.srno, caller)) === undefined) throw notFound();
    return answerLine(tx, named.currency);
  }),

  handle(calls.saveDenominations, async ({ tx, caller, version: seen }, { count }) => {
    const problem = countProblem(count.lines);
    if (problem !== null) throw new Refusal(problem);
    refuseStale(seen, await openCurrency(tx, count));
    const counted = count.lines.map(({ denomination, quantity }) => ({
      face: readFace(denomination) ?? '0',
      quantity: readNoteCount(quantity) ?? 0,
    }));
    await replaceFaces(tx, count, counted, caller);
    const faces = await listFaces(tx, count, caller.scope);
    const { reply, version } = await changedLine(tx, count.currency);
    const denominations = fromWire(
      calls.listDenominations.reply,
      JSON.parse(faces?.body ?? '[]'),
    ) as calls.FlashDenomination[];
    return Reply.of({ ...reply, denominations }, { version });
  }),
];

export const currencyHandlers: readonly Bound[] = [...filling, ...lines, ...counting];

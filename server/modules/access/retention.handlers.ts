import { Readable } from 'node:stream';
import {
  personErase,
  personExport,
  personFind,
  retentionDecide,
  retentionEndHold,
  retentionHold,
  retentionShow,
} from '#contract/access/retention.ts';
import { personValue, RETENTION_TEXTS, type PersonKind } from '#domain/access/retention.ts';
import { formatDate, isoDate } from '#domain/dates.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notAllowed, Refusal } from '#server/platform/dispatch/problems.ts';
import {
  decideRule,
  erasePerson,
  exportPerson,
  findPerson,
  holdPerson,
  releasePerson,
  showRetention,
} from './retention.sql.ts';

/** A person may be a customer of several branches, so only head office sees and decides this. */
function refuseOthers({ entity }: Caller): void {
  if (entity.type !== 'A') throw notAllowed();
}

function readPerson(caller: Caller, { kind, value }: { readonly kind: PersonKind; readonly value: string }) {
  refuseOthers(caller);
  const written = personValue(kind, value);
  if (written === '') throw new Refusal(RETENTION_TEXTS.noValue);
  return { kind, value: written };
}

function readReason(reason: string): string {
  const written = reason.trim();
  if (written === '') throw new Refusal(RETENTION_TEXTS.noReason);
  return written;
}

export const retentionHandlers: readonly Bound[] = [
  handle(retentionShow, async ({ db, caller }) => {
    refuseOthers(caller);
    return Reply.json((await showRetention(db.read)).body);
  }),

  handle(retentionDecide, async ({ tx, caller }, { rule }) => {
    refuseOthers(caller);
    const decided = await decideRule(tx, { ...rule, basis: readReason(rule.basis) }, caller);
    if (!decided.is_known) throw new Refusal(RETENTION_TEXTS.noSubject);
    if (!decided.is_today_or_later) throw new Refusal(RETENTION_TEXTS.notBackdated);
    const { since } = decided;
    const isLater = since !== null && since !== rule.since;
    return {
      err: '',
      msg: isLater ? RETENTION_TEXTS.decidedLater(formatDate(isoDate(since))) : RETENTION_TEXTS.decided,
    };
  }),

  handle(retentionHold, async ({ tx, caller }, { hold }) => {
    const { kind, value } = readPerson(caller, hold);
    await holdPerson(tx, kind, value, readReason(hold.reason), caller);
    return { err: '', msg: RETENTION_TEXTS.held };
  }),

  handle(retentionEndHold, async ({ tx, caller }, { srno }) => {
    refuseOthers(caller);
    if ((await releasePerson(tx, srno, caller)) === undefined) throw new Refusal(RETENTION_TEXTS.holdEnded);
    return { err: '', msg: RETENTION_TEXTS.ended };
  }),

  handle(personFind, async ({ tx, caller }, { person }) => {
    const { kind, value } = readPerson(caller, person);
    return findPerson(tx, kind, value, 'find');
  }),

  handle(personExport, async ({ tx, caller }, { person }) => {
    const { kind, value } = readPerson(caller, person);
    const { body } = await exportPerson(tx, kind, value);
    return {
      fileName: 'person.json',
      // The browser takes a reply of type JSON for a refusal.
      contentType: 'application/octet-stream',
      body: Readable.from([Buffer.from(body)], { objectMode: false }),
    };
  }),

  handle(personErase, async ({ tx, caller }, { person }) => {
    const { kind, value } = readPerson(caller, person);
    const erased = await erasePerson(tx, kind, value, person.requests);
    const kept = await findPerson(tx, kind, value, 'erase');
    return { err: '', msg: RETENTION_TEXTS.erased(erased.length, kept.length), erased: [...erased], kept };
  }),
];

/** The sentences for what the constraints refuse. */
export const RETENTION_CONSTRAINTS = {
  retention_once: RETENTION_TEXTS.ruleTwice,
  retention_least: RETENTION_TEXTS.tooShort,
  hold_once: RETENTION_TEXTS.heldAlready,
} as const;

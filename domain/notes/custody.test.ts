import { expect, test } from 'vitest';
import {
  canAcceptNotes,
  canCallBackNotes,
  canSendNotes,
  CUSTODY_TEXTS,
  type NoteHolder,
  type NoteMover,
} from './custody.ts';

const VAULT: NoteHolder = { code: 'V1', isVault: true };
const MINE: NoteHolder = { code: 'e1', isVault: false };
const COLLEAGUE: NoteHolder = { code: 'E2', isVault: false };
const THIRD: NoteHolder = { code: 'E3', isVault: false };

const EXECUTIVE: NoteMover = { employeeCode: 'E1', keepsVaults: false };
const DISPATCHER: NoteMover = { employeeCode: '', keepsVaults: false };
const KEEPER: NoteMover = { employeeCode: '', keepsVaults: true };
const KEEPER_EXECUTIVE: NoteMover = { employeeCode: 'E1', keepsVaults: true };
const MOVERS = { EXECUTIVE, DISPATCHER, KEEPER, KEEPER_EXECUTIVE };

type Reason = keyof typeof CUSTODY_TEXTS | 'ok';
const reasonOf = (answer: ReturnType<typeof canSendNotes>): Reason =>
  answer.ok ? 'ok' : (Object.entries(CUSTODY_TEXTS).find(([, text]) => text === answer.why)![0] as Reason);

const both = (reason: Reason) => [reason, reason] as const;
/** The results without and with four eyes. */
test.each<readonly [keyof typeof MOVERS, NoteHolder, NoteHolder | null, readonly [Reason, Reason]]>([
  ['EXECUTIVE', VAULT, MINE, ['ok', 'drawForOneself']],
  ['EXECUTIVE', VAULT, COLLEAGUE, both('ok')],
  ['EXECUTIVE', MINE, VAULT, both('ok')],
  ['EXECUTIVE', MINE, COLLEAGUE, both('ok')],
  ['EXECUTIVE', COLLEAGUE, MINE, both('sendToOneself')],
  ['EXECUTIVE', COLLEAGUE, THIRD, both('sendForAnother')],
  ['EXECUTIVE', COLLEAGUE, VAULT, both('sendForAnother')],
  ['EXECUTIVE', COLLEAGUE, null, both('sendForAnother')],
  ['EXECUTIVE', VAULT, null, both('ok')],
  ['DISPATCHER', VAULT, COLLEAGUE, both('ok')],
  ['DISPATCHER', COLLEAGUE, THIRD, both('sendForAnother')],
  ['DISPATCHER', COLLEAGUE, VAULT, both('sendForAnother')],
  ['KEEPER', VAULT, COLLEAGUE, both('ok')],
  ['KEEPER', COLLEAGUE, THIRD, both('ok')],
  ['KEEPER', COLLEAGUE, VAULT, both('ok')],
  ['KEEPER_EXECUTIVE', VAULT, MINE, ['ok', 'drawForOneself']],
  ['KEEPER_EXECUTIVE', COLLEAGUE, MINE, both('sendToOneself')],
  ['KEEPER_EXECUTIVE', COLLEAGUE, THIRD, both('ok')],
  ['KEEPER_EXECUTIVE', COLLEAGUE, VAULT, both('ok')],
  ['KEEPER_EXECUTIVE', COLLEAGUE, null, both('ok')],
])('%s sends from %o to %o', (mover, from, to, expected) => {
  expect(
    [false, true].map((fourEyes) => reasonOf(canSendNotes(MOVERS[mover], from, to, { fourEyes }))),
  ).toEqual(expected);
});

/** The results if somebody else sent the notes, and if the user did. */
test.each<readonly [keyof typeof MOVERS, NoteHolder, readonly [Reason, Reason]]>([
  ['EXECUTIVE', MINE, both('ok')],
  ['EXECUTIVE', COLLEAGUE, both('callBack')],
  ['EXECUTIVE', VAULT, ['callBack', 'ok']],
  ['DISPATCHER', COLLEAGUE, both('callBack')],
  ['DISPATCHER', VAULT, ['callBack', 'ok']],
  ['KEEPER', COLLEAGUE, both('ok')],
  ['KEEPER', VAULT, both('ok')],
  ['KEEPER_EXECUTIVE', COLLEAGUE, both('ok')],
])('%s calls notes back to %o', (mover, from, expected) => {
  expect([false, true].map((hasSent) => reasonOf(canCallBackNotes(MOVERS[mover], from, hasSent)))).toEqual(
    expected,
  );
});

test('with four eyes, a second person accepts for a vault; an executive accepts for themselves', () => {
  const answers = [VAULT, MINE].map((to) =>
    [true, false].map((hasSent) => reasonOf(canAcceptNotes(to, hasSent, { fourEyes: true }))),
  );
  expect(answers).toEqual([
    ['acceptOwnSending', 'ok'],
    ['ok', 'ok'],
  ]);
  expect(reasonOf(canAcceptNotes(VAULT, true, { fourEyes: false }))).toBe('ok');
});

test('a user without an employee owns no holder', () => {
  const nobody: NoteHolder = { code: '', isVault: false };
  expect(reasonOf(canSendNotes(DISPATCHER, nobody, THIRD, { fourEyes: false }))).toBe('sendForAnother');
});

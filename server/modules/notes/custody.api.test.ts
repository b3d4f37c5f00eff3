import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openClient } from '#server/platform/db/client.ts';
import { CUSTODY_TEXTS } from '#domain/notes/custody.ts';
import { addApproved, balances, brokenInvariants, stockVault } from '#tools/testing/notes.ts';
import { fieldsBody, openWorld, post, type World } from '#tools/testing/world.ts';

/** Who may move whose notes to whom, tested over HTTP with and without four eyes. */

let world: World;
let strictUrl: string;
const sessions = new Map<string, string>();

const VAULT = 'VMUM';
/** Users by role: two executives, a dispatcher without an employee, a user who edits stock, and a user who is both. */
const EXECUTIVE = 'dlv1.mum';
const COLLEAGUE = 'dlv2.mum';
const DISPATCHER = 'zm.west';
const KEEPER = 'bm.mum';
const KEEPER_EXECUTIVE = 'both.mum';
const THIRD = 'dlv3.mum';
const CODES: Readonly<Record<string, string>> = {
  [EXECUTIVE]: 'E111',
  [COLLEAGUE]: 'E112',
  [KEEPER_EXECUTIVE]: 'E113',
  [THIRD]: 'E114',
};
const codeOf = (user: string) => CODES[user] ?? '';

/** Adds two executives: one who also edits the stock of the vault, and one who does not. */
async function addExecutives(admin: pg.Client): Promise<void> {
  await admin.query(
    `insert into masters.employee (code, name, branch, kind, delivery)
     select v.code, v.name, srno, 'P', true from masters.entity,
       (values ('E113', 'Kiran Both'), ('E114', 'Tara Third')) as v (code, name) where id = 'MUM'`,
  );
  await admin.query(
    `with made as (
       insert into access.account (user_id, name, entity, right_group, employee_code, must_change_password)
       select v.user_id, v.name, like_user.entity, (select right_group from access.account where user_id = v.group_of), v.code, false
       from access.account like_user, (values ('both.mum', 'Kiran Both', 'E113', 'bm.mum'),
         ('dlv3.mum', 'Tara Third', 'E114', 'dlv1.mum')) as v (user_id, name, code, group_of)
       where like_user.user_id = 'dlv1.mum' returning srno
     ), reach as (
       insert into access.account_branch (account, branch, allowed)
       select made.srno, b.srno, true from made, masters.entity b where b.id = 'MUM'
     )
     insert into access.password (account, hash)
     select made.srno, p.hash from made, access.password p join access.account a on a.srno = p.account
     where a.user_id = 'dlv1.mum'`,
  );
}

beforeAll(async () => {
  world = await openWorld();
  await addExecutives(world.database.admin);
  for (const user of [EXECUTIVE, COLLEAGUE, DISPATCHER, KEEPER, KEEPER_EXECUTIVE, THIRD, 'admin'])
    sessions.set(user, await world.signIn(user));
  strictUrl = (await world.another({ FOUR_EYES: 'on' })).url;
});
afterAll(() => world.close());

beforeEach(async () => {
  await world.database.admin.query(
    `truncate notes.transfer, notes.movement, notes.line, notes.slip, notes.balance restart identity cascade`,
  );
  await stockVault(world.database.admin, { USD: 1_000_000 });
});

interface Way {
  readonly fourEyes: boolean;
}
const OFF: Way = { fourEyes: false };
const ON: Way = { fourEyes: true };

async function said({ fourEyes }: Way, user: string, endpoint: string, action: string, content: object) {
  const fields = fieldsBody([sessions.get(user) ?? '', action, JSON.stringify(content)]);
  const { status, json } = await post(fourEyes ? strictUrl : world.url, endpoint, fields);
  return status === 200 ? (json.err === '' ? 'ok' : json.err) : status;
}
type Lines = readonly { readonly srno: number; readonly lno: number }[];
const move = (way: Way, user: string, moveList: Lines, fromemp: string, toemp: string) =>
  said(way, user, 'cnout_a.php', 'move', { moveList, fromemp, toemp });
const accept = (way: Way, user: string, acceptList: Lines, flag = 'Y') =>
  said(way, user, 'cnaccept_a.php', 'accept', { acceptList, flag });
const takeBack = (way: Way, user: string, acceptList: Lines) =>
  said(way, user, 'cnraccept_a.php', 'accept', { acceptList, flag: 'Y' });
const callBack = (way: Way, user: string, backList: Lines, fromemp: string) =>
  said(way, user, 'cnout_a.php', 'callback', { backList, fromemp });
const deliver = (user: string, srno: number) =>
  world
    .post('delivery_a.php', [sessions.get(user) ?? '', 'deliver', String(srno)])
    .then(({ json }) => json.err);

/** A line whose notes are in the vault or with the employee of a user. */
async function lineWith(holder: string): Promise<Lines> {
  const [srno = 0] = await addApproved(world.database.admin, { lines: [['USD', 100]] });
  const lines = [{ srno, lno: 1 }];
  if (holder !== VAULT) {
    expect(await move(OFF, KEEPER, lines, VAULT, codeOf(holder))).toBe('ok');
    expect(await accept(OFF, holder, lines)).toBe('ok');
  }
  return lines;
}
const hands = () => balances(world.database.admin);
const sound = async () => expect(await brokenInvariants(world.database.admin)).toEqual([]);
const slips = async () =>
  (await world.database.admin.query('select from notes.slip where srno > 0')).rowCount ?? 0;

type Reason = keyof typeof CUSTODY_TEXTS | 'ok';
const textOf = (reason: Reason) => (reason === 'ok' ? 'ok' : CUSTODY_TEXTS[reason]);
const both = (reason: Reason) => [reason, reason] as const;

/** Mover, holder, receiver; the expected answers without and with four eyes. */
const SENDING: readonly (readonly [string, string, string, readonly [Reason, Reason]])[] = [
  [EXECUTIVE, VAULT, EXECUTIVE, ['ok', 'drawForOneself']],
  [EXECUTIVE, VAULT, COLLEAGUE, both('ok')],
  [EXECUTIVE, EXECUTIVE, VAULT, both('ok')],
  [EXECUTIVE, EXECUTIVE, COLLEAGUE, both('ok')],
  [EXECUTIVE, COLLEAGUE, EXECUTIVE, both('sendToOneself')],
  [EXECUTIVE, COLLEAGUE, THIRD, both('sendForAnother')],
  [EXECUTIVE, COLLEAGUE, VAULT, both('sendForAnother')],
  [DISPATCHER, VAULT, EXECUTIVE, both('ok')],
  [DISPATCHER, COLLEAGUE, THIRD, both('sendForAnother')],
  [DISPATCHER, COLLEAGUE, VAULT, both('sendForAnother')],
  [KEEPER, VAULT, EXECUTIVE, both('ok')],
  [KEEPER, COLLEAGUE, THIRD, both('ok')],
  [KEEPER, COLLEAGUE, VAULT, both('ok')],
  [KEEPER_EXECUTIVE, VAULT, KEEPER_EXECUTIVE, ['ok', 'drawForOneself']],
  [KEEPER_EXECUTIVE, VAULT, COLLEAGUE, both('ok')],
  [KEEPER_EXECUTIVE, KEEPER_EXECUTIVE, VAULT, both('ok')],
  [KEEPER_EXECUTIVE, KEEPER_EXECUTIVE, COLLEAGUE, both('ok')],
  [KEEPER_EXECUTIVE, COLLEAGUE, KEEPER_EXECUTIVE, both('sendToOneself')],
  [KEEPER_EXECUTIVE, COLLEAGUE, THIRD, both('ok')],
  [KEEPER_EXECUTIVE, COLLEAGUE, VAULT, both('ok')],
];

describe('sending', () => {
  test.each(SENDING)('%s sends from %s to %s', async (mover, from, to, expected) => {
    for (const [way, reason] of [
      [OFF, expected[0]],
      [ON, expected[1]],
    ] as const) {
      const lines = await lineWith(from);
      const [before, slipsBefore] = [await hands(), await slips()];
      const asked = [
        lines,
        from === VAULT ? VAULT : codeOf(from),
        to === VAULT ? VAULT : codeOf(to),
      ] as const;
      expect(await move(way, mover, ...asked)).toBe(textOf(reason));
      expect(await slips()).toBe(slipsBefore + (reason === 'ok' ? 1 : 0));
      if (reason !== 'ok') expect(await hands()).toEqual(before);
    }
    await sound();
  });

  test('employee codes are compared case-insensitively', async () => {
    const lines = await lineWith(COLLEAGUE);
    expect(await move(OFF, EXECUTIVE, lines, 'e112', 'e111')).toBe(CUSTODY_TEXTS.sendToOneself);
  });

  test('an executive cannot take notes from a colleague and deliver them', async () => {
    const lines = await lineWith(COLLEAGUE);
    await move(OFF, EXECUTIVE, lines, 'E112', 'E111');
    await accept(OFF, EXECUTIVE, lines);
    expect(await deliver(EXECUTIVE, lines[0]!.srno)).toBe(
      'Only the executive who holds its notes can confirm.',
    );
    expect(await hands()).toMatchObject({ 'E112 USD': '100.00' });
    // The colleague or another user who edits the stock can send them.
    expect(await move(OFF, COLLEAGUE, lines, 'E112', 'E111')).toBe('ok');
    expect(await accept(OFF, EXECUTIVE, lines)).toBe('ok');
    expect(await move(ON, KEEPER, lines, 'E111', 'E112')).toBe('ok');
    expect(await accept(ON, COLLEAGUE, lines)).toBe('ok');
    await sound();
  });

  test('a user who edits the stock cannot take notes from a colleague alone by way of the vault', async () => {
    const lines = await lineWith(COLLEAGUE);
    expect(await move(OFF, KEEPER_EXECUTIVE, lines, 'E112', VAULT)).toBe('ok');
    expect(await accept(OFF, KEEPER_EXECUTIVE, lines)).toBe('ok');
    expect(await move(OFF, KEEPER_EXECUTIVE, lines, VAULT, 'E113')).toBe(CUSTODY_TEXTS.drawAfterTaking);
    expect(await hands()).not.toHaveProperty('E113 USD');
    // A second person can send them. Notes that a second person accepted into the vault belong to the vault.
    expect(await move(OFF, KEEPER, lines, VAULT, 'E113')).toBe('ok');
    expect(await accept(OFF, KEEPER_EXECUTIVE, lines)).toBe('ok');
    const others = await lineWith(COLLEAGUE);
    expect(await move(OFF, KEEPER_EXECUTIVE, others, 'E112', VAULT)).toBe('ok');
    expect(await accept(OFF, KEEPER, others)).toBe('ok');
    expect(await move(OFF, KEEPER_EXECUTIVE, others, VAULT, 'E113')).toBe('ok');
    await sound();
  });

  test('with four eyes, a second person sends notes from the vault and a second person accepts them into it', async () => {
    const lines = await lineWith(VAULT);
    expect(await move(ON, EXECUTIVE, lines, VAULT, 'E111')).toBe(CUSTODY_TEXTS.drawForOneself);
    expect(await move(ON, COLLEAGUE, lines, VAULT, 'E111')).toBe('ok');
    expect(await accept(ON, EXECUTIVE, lines)).toBe('ok');
    const own = await lineWith(KEEPER_EXECUTIVE);
    expect(await move(ON, KEEPER_EXECUTIVE, own, 'E113', VAULT)).toBe('ok');
    expect(await accept(ON, KEEPER_EXECUTIVE, own)).toBe(CUSTODY_TEXTS.acceptOwnSending);
    expect(await hands()).toMatchObject({ 'TRANSIT USD': '100.00' });
    expect(await accept(ON, KEEPER, own)).toBe('ok');
    // Either all lines are accepted or none.
    const [mine, theirs] = [await lineWith(KEEPER_EXECUTIVE), await lineWith(COLLEAGUE)];
    expect(await move(ON, KEEPER_EXECUTIVE, mine, 'E113', VAULT)).toBe('ok');
    expect(await move(ON, COLLEAGUE, theirs, 'E112', VAULT)).toBe('ok');
    expect(await accept(ON, KEEPER_EXECUTIVE, [...mine, ...theirs])).toBe(CUSTODY_TEXTS.acceptOwnSending);
    expect(await accept(ON, KEEPER_EXECUTIVE, theirs)).toBe('ok');
    // Rejecting their own sending returns the notes to the executive who sent them.
    expect(await accept(ON, KEEPER_EXECUTIVE, mine, 'N')).toBe('ok');
    expect(await takeBack(ON, KEEPER_EXECUTIVE, mine)).toBe('ok');
    await sound();
  });
});

describe('calling back', () => {
  /** The caller, the holder from whom the notes were sent, the user who sent them, and the expected answer. */
  test.each<readonly [string, string, string, Reason]>([
    [EXECUTIVE, VAULT, EXECUTIVE, 'ok'],
    [EXECUTIVE, VAULT, KEEPER, 'callBack'],
    [EXECUTIVE, VAULT, COLLEAGUE, 'callBack'],
    [DISPATCHER, VAULT, DISPATCHER, 'ok'],
    [DISPATCHER, VAULT, KEEPER, 'callBack'],
    [KEEPER, VAULT, EXECUTIVE, 'ok'],
    [COLLEAGUE, COLLEAGUE, COLLEAGUE, 'ok'],
    [COLLEAGUE, COLLEAGUE, KEEPER, 'ok'],
    [EXECUTIVE, COLLEAGUE, COLLEAGUE, 'callBack'],
    [DISPATCHER, COLLEAGUE, KEEPER, 'callBack'],
    [KEEPER_EXECUTIVE, COLLEAGUE, COLLEAGUE, 'ok'],
  ])('%s calls back notes that went from %s and were sent by %s', async (caller, from, sender, reason) => {
    for (const way of [OFF, ON]) {
      const lines = await lineWith(from);
      const code = from === VAULT ? VAULT : codeOf(from);
      expect(await move(way, sender, lines, code, 'E114')).toBe('ok');
      const before = await hands();
      expect(await callBack(way, caller, lines, code)).toBe(textOf(reason));
      if (reason === 'ok') expect(await accept(way, THIRD, lines)).toMatch(/^Some of these notes have moved/);
      else {
        expect(await hands()).toEqual(before);
        expect(await accept(way, THIRD, lines)).toBe('ok');
      }
    }
    await sound();
  });

  test('takes back all the lines or none', async () => {
    const [mine, theirs] = [await lineWith(VAULT), await lineWith(VAULT)];
    await move(OFF, EXECUTIVE, mine, VAULT, 'E114');
    await move(OFF, KEEPER, theirs, VAULT, 'E114');
    expect(await callBack(OFF, EXECUTIVE, [...mine, ...theirs], VAULT)).toBe(CUSTODY_TEXTS.callBack);
    expect(await hands()).toMatchObject({ 'TRANSIT USD': '200.00' });
    await sound();
  });
});

test('the lists mark the notes that the user has sent', async () => {
  const lines = await lineWith(VAULT);
  await move(OFF, EXECUTIVE, lines, VAULT, 'E112');
  const transit = async (user: string) =>
    (
      await world.post('cnout_a.php', [
        sessions.get(user) ?? '',
        'transit',
        JSON.stringify({ srchBranch: 'MUM', reqDeliveryExecutive: VAULT }),
      ])
    ).json;
  expect(await transit(EXECUTIVE)).toMatchObject([{ trmv_own: 1 }]);
  expect(await transit(KEEPER)).toMatchObject([{ trmv_own: 0 }]);
});

describe('the database', () => {
  /** Runs work as the writing role in the name of a user, without the checks of the application. */
  async function asWriter(user: string, work: (client: pg.Client) => Promise<unknown>): Promise<unknown> {
    const client = await openClient(world.database.urls.writer);
    try {
      const { rows } = await world.database.admin.query<{ srno: number }>(
        'select srno from access.account where user_id = $1',
        [user],
      );
      await client.query(
        `begin; set local bureau.scope = 'all'; set local bureau.actor = '${rows[0]!.srno}'`,
      );
      return await work(client).then(
        () => 'done',
        (error: unknown) => (error instanceof pg.DatabaseError ? error.constraint : error),
      );
    } finally {
      await client.end();
    }
  }
  const slip =
    (from: string, to: string, fourEyes = false) =>
    (client: pg.Client) =>
      client.query(
        `insert into notes.slip (branch, from_holder, to_holder, made_by, four_eyes)
       select f.branch, f.srno, t.srno, 1, $3 from notes.holder_name f, notes.holder_name t
       where f.code = $1 and t.code = $2`,
        [from, to, fourEyes],
      );

  test('refuses the same movements by itself', async () => {
    expect(await asWriter(EXECUTIVE, slip('E112', 'E111'))).toBe('custody_to_oneself');
    expect(await asWriter(KEEPER_EXECUTIVE, slip('E112', 'E113'))).toBe('custody_to_oneself');
    expect(await asWriter(EXECUTIVE, slip('E112', 'E114'))).toBe('custody_of_another');
    expect(await asWriter(KEEPER, slip('E112', 'E114'))).toBe('done');
    expect(await asWriter(EXECUTIVE, slip(VAULT, 'E111', true))).toBe('custody_draw');
    expect(await asWriter(EXECUTIVE, slip(VAULT, 'E111'))).toBe('done');
  });

  test('records the real mover whatever is written, and keeps a movement consistent with its slip', async () => {
    const made = asWriter(EXECUTIVE, async (client) => {
      await slip(VAULT, 'E112')(client);
      const { rows } = await client.query(
        'select made_by = (select srno from access.account where user_id = $1) as is_own from notes.slip',
        [EXECUTIVE],
      );
      expect(rows).toEqual([{ is_own: true }]);
      await client.query(
        `insert into notes.movement (slip, branch, request, line_no, product, isd, quantity, from_holder, to_holder)
         select s.srno, s.branch, 1, 1, 'CN', 'USD', 1, f.srno, t.srno from notes.slip s, notes.holder_name f, notes.holder_name t
         where f.code = 'E112' and t.code = 'E111'`,
      );
    });
    expect(await made).toBe('movement_of_slip');
  });
});

test('when many users send the same notes at the same moment, only one permitted user succeeds', async () => {
  for (let round = 0; round < 3; round += 1) {
    const lines = await lineWith(COLLEAGUE);
    const attempts = [
      () => move(OFF, EXECUTIVE, lines, 'E112', 'E111'),
      () => move(OFF, KEEPER_EXECUTIVE, lines, 'E112', 'E113'),
      () => move(OFF, COLLEAGUE, lines, 'E112', 'E111'),
      () => move(ON, KEEPER, lines, 'E112', VAULT),
      () => callBack(OFF, EXECUTIVE, lines, 'E112'),
    ];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => attempts[n % attempts.length]!()));
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
    expect(answers.indexOf('ok') % attempts.length).toSatisfy((n: number) => n === 2 || n === 3);
    await sound();
  }
});

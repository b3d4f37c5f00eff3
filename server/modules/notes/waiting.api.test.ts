import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOST_COUNTED } from '#domain/home/waiting.ts';
import { addApproved, stockVault } from '#tools/testing/notes.ts';
import { openStream, type OpenStream } from '#tools/testing/stream.ts';
import { SOON } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/** The waiting counts of notes, as the stream sends them to the page of a user. */

let world: World;
const open: OpenStream[] = [];
beforeAll(async () => {
  world = await openWorld();
  await world.sql(
    'truncate notes.transfer, notes.movement, notes.line, notes.slip, notes.balance restart identity cascade',
  );
  await stockVault(world.database.admin, { USD: 1_000 });
  await stockVault(world.database.admin, { USD: 1_000 }, 'DEL');
});
afterAll(async () => {
  for (const stream of open) stream.close();
  await world.close();
});

interface WaitingEvent {
  readonly counts: Readonly<Record<string, number>>;
  readonly marks: Readonly<Record<string, number>>;
}

async function follow(user: string): Promise<() => WaitingEvent | undefined> {
  const stream = await openStream(world.url, 'home_a.php', [await world.signIn(user), 'watch']);
  open.push(stream);
  const told = () => stream.events.findLast(({ kind }) => kind === 'waiting') as WaitingEvent | undefined;
  await expect.poll(told, SOON).toBeDefined();
  return told;
}
const toAccept = (told: () => WaitingEvent | undefined) => () => told()?.counts['accept'];

async function send(keeper: string, branch: 'MUM' | 'DEL', toemp: string): Promise<void> {
  const [srno] = await addApproved(world.database.admin, { branch, deliveryExecutive: toemp });
  const move = JSON.stringify({ moveList: [{ srno, lno: 1 }], fromemp: `V${branch}`, toemp });
  const { json } = await world.post('cnout_a.php', [await world.signIn(keeper), 'move', move]);
  expect(json.err).toBe('');
}

/** Changes the database by hand in one statement and sends the notification that the product would send. */
async function atOnce(text: string): Promise<void> {
  await world.sql(text);
  await world.sql('select platform.tell_waiting()');
}
const COPIED = 'slip, branch, product, isd, quantity, from_holder, to_holder';

test('the mark changes when other notes wait, even if their number is the same', async () => {
  const told = await follow('dlv1.mum');
  await send('bm.mum', 'MUM', 'E111');
  await expect.poll(toAccept(told), SOON).toBe(1);
  const before = told()?.marks['accept'];
  await atOnce(
    `with gone as (
       update notes.movement set state = 'accepted', decided_at = now() where state = 'transit' returning *
     )
     insert into notes.movement (request, line_no, ${COPIED}) select request, line_no, ${COPIED} from gone`,
  );
  await expect.poll(() => told()?.marks['accept'], SOON).not.toBe(before);
  expect(told()?.counts['accept']).toBe(1);
});

test('every change is sent once the count has reached its limit', async () => {
  const told = await follow('dlv1.mum');
  const add = (count: number) =>
    atOnce(
      `insert into notes.movement (request, line_no, ${COPIED})
       select (select max(request) from notes.movement) + n, 1, ${COPIED}
       from (select * from notes.movement where state = 'transit' limit 1) as one, generate_series(1, ${count}) n`,
    );
  await add(MOST_COUNTED);
  await expect.poll(toAccept(told), SOON).toBe(MOST_COUNTED);
  const before = told()?.marks['accept'];
  await add(1);
  await expect.poll(() => told()?.marks['accept'], SOON).not.toBe(before);
  expect(told()?.counts['accept']).toBe(MOST_COUNTED);
  await atOnce(`update notes.movement set state = 'accepted', decided_at = now() where state = 'transit'`);
});

test('notes for an employee in a branch out of scope are neither listed nor counted', async () => {
  await world.sql(
    `update masters.employee set branch = (select srno from masters.entity where id = 'DEL') where code = 'E112'`,
  );
  const [elsewhere, there] = [await follow('dlv2.mum'), await follow('dlv.del')];
  await send('bm.del', 'DEL', 'E112');
  await send('bm.del', 'DEL', 'E211');
  await expect.poll(toAccept(there), SOON).toBe(1);
  const asked = JSON.stringify({ deliveryExecutive: '', srchBranch: '' });
  const { json } = await world.post('cnaccept_a.php', [await world.signIn('dlv2.mum'), 'list', asked]);
  expect(json).toEqual([]);
  expect(toAccept(elsewhere)()).toBe(0);
});

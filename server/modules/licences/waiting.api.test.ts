import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { MOST_COUNTED, type Waiting } from '#domain/home/waiting.ts';
import { addFranchisee, addKey, sendLicence } from '#tools/testing/licences.ts';
import { openStream, type OpenStream } from '#tools/testing/stream.ts';
import { SOON } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
const session: Record<string, string> = {};
const open: OpenStream[] = [];

beforeAll(async () => {
  world = await openWorld({ DATABASE_CONNECTIONS: '10' });
  await world.sql(
    `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
     select srno, 'FRANCHISEDOC', true, name = 'Branch manager', false from access.right_group
     where name in ('Branch manager', 'Branch staff')`,
  );
  for (const user of ['cm.ho', 'bm.mum', 'bm.del', 'staff.mum']) session[user] = await world.signIn(user);
});
afterAll(() => world.close());
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function follow(user: string): Promise<() => number | undefined> {
  const stream = await openStream(world.url, 'home_a.php', [session[user] ?? '', 'watch']);
  open.push(stream);
  const counts = () =>
    stream.events.findLast(({ kind }) => kind === 'waiting')?.counts as Waiting | undefined;
  await expect.poll(counts, SOON).toBeDefined();
  return () => counts()?.licence;
}

it('a document from the page waits for head office and the controlling branch until it is decided or removed', async () => {
  const { srno, id } = await addFranchisee(world.database.admin);
  const entitykey = await addKey(world.database.admin, srno);
  const [office, mumbai, delhi, staff] = [
    await follow('cm.ho'),
    await follow('bm.mum'),
    await follow('bm.del'),
    await follow('staff.mum'),
  ];
  expect([office(), mumbai(), delhi(), staff()]).toEqual([0, 0, 0, undefined]);
  await sendLicence(world.url, { docid: 1, entitykey });
  await sendLicence(world.url, { docid: 2, entitykey });
  await expect.poll(() => [office(), mumbai(), delhi()], SOON).toEqual([2, 2, 0]);
  const named = JSON.stringify({ docid: 2, entityid: id, entitykey });
  expect((await world.post('franchise_a.php', ['removedoc', named])).json.msg).toBe('LIC0000');
  await expect.poll(() => [office(), mumbai()], SOON).toEqual([1, 1]);
  const filters = { franchiseFilter: id, statusFilter: 'P' };
  const list = await world.post('franchise_a.php', [
    session['cm.ho'] ?? '',
    'getdocs',
    JSON.stringify(filters),
  ]);
  const decision = { ...filters, lineno: list.json[0].lineno, status: 'A', entity: id };
  await world.post('franchise_a.php', [session['cm.ho'] ?? '', 'confirmapprove', JSON.stringify(decision)]);
  await expect.poll(() => [office(), mumbai()], SOON).toEqual([0, 0]);
});

it('the count stops at a limit', async () => {
  const { srno } = await addFranchisee(world.database.admin);
  await world.sql('alter table masters.entity_document disable trigger user');
  await world.sql(
    `insert into masters.entity_document (entity, kind, file_name, extension, hash, bytes)
     select $1, 7, 'a.pdf', 'pdf', repeat('a', 64), 1 from generate_series(1, $2::integer)`,
    [srno, MOST_COUNTED + 200],
  );
  await world.sql('alter table masters.entity_document enable trigger user');
  expect((await follow('cm.ho'))()).toBe(MOST_COUNTED);
  expect((await follow('bm.mum'))()).toBe(MOST_COUNTED);
});

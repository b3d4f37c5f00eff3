import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dateInIndia, formatDate } from '#domain/dates.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let admin: string;

const today = dateInIndia(Date.now());
const later = addDays(today, 30);

beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn('admin');
});
afterAll(() => world.close());

const trailOf = async (action: string, id: string) =>
  (
    await world.database.admin.query<{ before: unknown; after: unknown }>(
      'select before, after from platform.trail where action = $1 and record_id = $2 order by id desc',
      [action, id],
    )
  ).rows;

const ask = (action: string, start?: object, session = admin) =>
  world.post('taxscheme_a.php', [session, action, ...(start === undefined ? [] : [JSON.stringify(start)])]);

it('schemes begin with the installed one', async () => {
  expect((await ask('list')).json).toEqual([
    { from: '1900-01-01', scheme: 'FULL', madeby: '', madeat: expect.stringMatching(/Z$/) as string },
  ]);
});

it('a scheme for a day to come is added, shown with who added it, kept in the trail, and taken back', async () => {
  const added = await ask('save', { from: formatDate(later), scheme: 'RULE32' });
  expect(added.json).toEqual({
    err: '',
    msg: `From ${formatDate(later)} requests are priced by this scheme.`,
  });
  expect((await ask('list')).json).toEqual([
    expect.objectContaining({ scheme: 'FULL' }),
    expect.objectContaining({
      from: later,
      scheme: 'RULE32',
      madeby: expect.stringMatching(/./) as string,
    }),
  ]);
  expect(await trailOf('add', later)).toEqual([
    expect.objectContaining({ after: expect.objectContaining({ scheme: 'RULE32' }) as object }),
  ]);
  expect((await ask('save', { from: later, scheme: 'FULL' })).json.err).toBe(
    'A scheme starts on that day already. Remove it first to choose another.',
  );
  expect((await ask('remove', { from: later })).json.msg).toBe(
    `The start of ${formatDate(later)} is taken back.`,
  );
  expect((await ask('list')).json).toHaveLength(1);
  expect(await trailOf('remove', later)).toEqual([
    expect.objectContaining({ before: expect.objectContaining({ scheme: 'RULE32' }) as object }),
  ]);
  expect((await ask('remove', { from: later })).status).toBe(404);
});

it('schemes neither start today nor are taken back once they have started', async () => {
  expect((await ask('save', { from: today, scheme: 'RULE32' })).json.err).toBe(
    'A scheme can only start on a day that is to come.',
  );
  expect((await ask('remove', { from: '1900-01-01' })).json.err).toBe(
    'This scheme has started; requests are priced by it.',
  );
  expect((await ask('save', { from: '31/02/2199', scheme: 'FULL' })).status).toBe(400);
  expect((await ask('save', { from: later, scheme: 'OTHER' })).status).toBe(400);
});

it('of twenty who add a scheme for the same day at the same moment, one does', async () => {
  const from = addDays(later, 1);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ask('save', { from, scheme: 'RULE32' })),
  );
  expect(answers.filter(({ json }) => json.err === '')).toHaveLength(1);
  expect(await trailOf('add', from)).toHaveLength(1);
});

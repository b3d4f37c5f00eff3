import { afterAll, beforeAll, expect, it } from 'vitest';
import { declaredStatements } from '#server/platform/db/statement.ts';
import { measure } from '#tools/testing/plan.ts';
import { openWorld, type World } from '#tools/testing/world.ts';
import { MAILS_PER_JOB } from './mail.sql.ts';

/** Two whole parts of 2,000 entities and a rest, with seven different margins. */
const ENTITIES = 4_100;
const MARGINS = 7;
/** A mail and its card are each found by an index, the rest of its row in a few small tables. */
const MAX_BLOCKS = 40;

let world: World;
let treasury: string;
beforeAll(async () => {
  world = await openWorld();
  treasury = await world.signIn('ho.rates');
  await world.database.admin.query(
    `insert into masters.entity (id, type, name, controlling_branch, buy_percentage, sell_percentage, rate_type, email, email_rate_card)
     select 'P' || n, 'F', 'Part ' || n, (select srno from masters.entity where id = 'MUM'), 0.5 + n % ${MARGINS}, 0.6, 'O',
       'p@bureau.example', true
     from generate_series(1, ${ENTITIES}) n`,
  );
  await world.database.admin.query('analyze masters.entity, rates.card, rates.mail');
});
afterAll(() => world.close());

async function publish(): Promise<number> {
  const { rows } = await world.database.admin.query(
    `select code as isd, '88.25' as ibr from masters.currency where active`,
  );
  const list = JSON.stringify({ flag: 'O', ibrList: rows });
  const { json } = await world.post('ibr_a.php', [treasury, 'saveibr', list]);
  expect(json).toMatchObject({ err: '' });
  return json.srno as number;
}

/** The mails of a publication that wait, those in its jobs, each counted once, and the largest job. */
const mailsOf = (publication: number) =>
  world.sql(
    `select (select count(*)::integer from rates.mail where publication = $1 and state = 'waiting') as waiting,
       count(*)::integer as queued, count(distinct mail ->> 0)::integer as entities, max(json_array_length(payload -> 'mails')) as largest
     from graphile_worker._private_jobs, json_array_elements(payload -> 'mails') as mail
     where payload ->> 'publication' = $1::text`,
    [publication],
  );

it('a publication reaches every entity once, in as many parts as it takes', async () => {
  const publication = await publish();
  const [cards] = await world.sql<{ cards: number; priced: number }>(
    `select count(*)::integer as cards, count(distinct rows)::integer as priced
     from rates.card c join masters.entity e on e.srno = c.entity where c.publication = $1 and e.name like 'Part %'`,
    [publication],
  );
  expect(cards).toEqual({ cards: ENTITIES, priced: MARGINS });
  const [mails] = await mailsOf(publication);
  expect(mails).toMatchObject({ largest: MAILS_PER_JOB });
  const { waiting } = mails as { waiting: number };
  expect(waiting).toBeGreaterThan(ENTITIES);
  expect(mails).toMatchObject({ queued: waiting, entities: waiting });
});

it('a job looks its mails up, although no statistics know the publication yet', async () => {
  const publication = await publish();
  const [mail] = await world.sql<{ entity: number; round: number }>(
    `select entity, round from rates.mail where publication = $1 and state = 'waiting' order by entity desc limit 1`,
    [publication],
  );
  const find = declaredStatements().find(({ name }) => name === 'rates.mail.find');
  if (find === undefined || mail === undefined) throw new Error('there is no mail to be found');
  const values = [publication, mail.entity, mail.round];
  expect((await measure(world.database.admin, find, values)).blocks).toBeLessThan(MAX_BLOCKS);
});

it('mails that are sent again are each in one more job', async () => {
  const [newest] = await world.sql<{ srno: number }>('select max(srno) as srno from rates.ibr_list');
  const publication = newest?.srno ?? 0;
  await world.sql(`update rates.mail set state = 'sent' where publication = $1 and state = 'waiting'`, [
    publication,
  ]);
  await world.sql('delete from graphile_worker._private_jobs');
  const { json } = await world.post('ibr_a.php', [treasury, 'resendemail']);
  const [mails] = await mailsOf(publication);
  const { waiting } = mails as { waiting: number };
  expect(json.msg).toBe(`${waiting} mails are on their way again.`);
  expect(mails).toMatchObject({ queued: waiting, entities: waiting, largest: MAILS_PER_JOB });
});

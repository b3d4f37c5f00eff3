import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  addFranchisee,
  addKey,
  addLicenceDocuments,
  sendLicence,
  type TestFranchisee,
} from '#tools/testing/licences.ts';
import { pdfSample } from '#tools/testing/samples.ts';
import { openWorld, type Answered, type World } from '#tools/testing/world.ts';

/** Races about licence documents. LICENCE_ROUNDS=200 repeats each of them 200 times. */
const ROUNDS = Number(process.env['LICENCE_ROUNDS'] ?? 4);
const AT_ONCE = 20;
const LIMIT_MS = 600_000;

let world: World;
let franchisee: TestFranchisee;
let key: string;
let deciders: readonly string[];

beforeAll(async () => {
  world = await openWorld({ DATABASE_CONNECTIONS: '24', RENEWAL_UPLOADS_PER_DAY: '1000000' });
  await world.sql(
    `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
     select srno, 'FRANCHISEDOC', true, true, false from access.right_group where name = 'Corporate manager'
     on conflict (right_group, right_key) do update set may_query = true, may_add = true`,
  );
  deciders = [await world.signIn('admin'), await world.signIn('cm.ho')];
});
afterAll(() => world.close());
beforeEach(async () => {
  franchisee = await addFranchisee(world.database.admin, { email: 'race@f.example' });
  key = await addKey(world.database.admin, franchisee.srno);
});

/** A process that gets no time from a busy machine sheds load before it does anything; such a call is made again. */
async function untilTaken(make: () => Promise<Answered>): Promise<Answered> {
  for (;;) {
    const answer = await make();
    if (answer.status !== 503) return answer;
    await sleep(200);
  }
}
const post = (fields: readonly string[], headers: Record<string, string> = {}) =>
  untilTaken(() => world.post('franchise_a.php', fields, headers));
const remove = () =>
  post(['removedoc', JSON.stringify({ docid: 1, entityid: franchisee.id, entitykey: key })]);
const decide = (session: string, lineno: number, status: 'A' | 'R', version: number) =>
  post(
    [
      session,
      'confirmapprove',
      JSON.stringify({
        ...{ lineno, status, entity: franchisee.id, franchiseFilter: franchisee.id, statusFilter: 'P' },
        rejectionReason: status === 'R' ? 'No stamp' : '',
      }),
    ],
    { 'if-match': `"${version}"` },
  );
const stateOf = async (srno: number) =>
  (
    await world.sql<{ status: string; removed: boolean; version: number }>(
      'select status, removed_at is not null as removed, version from masters.entity_document where srno = $1',
      [srno],
    )
  )[0];
const failures = (answers: readonly Answered[]) => answers.filter(({ status }) => status >= 500);
const clear = () => world.sql('delete from masters.entity_document where entity = $1', [franchisee.srno]);

it(
  'removing against approving: the document is approved and there, or removed and not approved',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await clear();
      const [lineno = 0] = await addLicenceDocuments(world.database.admin, franchisee.srno, [1]);
      const works = [remove, () => decide(deciders[0] ?? '', lineno, 'A', 1)] as const;
      const [first, second] = round % 2 === 0 ? works : [works[1], works[0]];
      const answers = await Promise.all([first(), second()]);
      expect(failures(answers)).toEqual([]);
      const [removed, approved] = round % 2 === 0 ? answers : [answers[1], answers[0]];
      const state = await stateOf(lineno);
      if (state?.removed === true) {
        expect(state.status).toBe('P');
        expect(removed?.json.msg).toBe('LIC0000');
        expect(approved?.status).toBe(404);
      } else {
        expect(state?.status).toBe('A');
        expect(removed?.json.msg).toBe('LIC0003');
        expect(approved?.json.err).toBe('');
      }
    }
  },
  LIMIT_MS,
);

it(
  'twenty uploads of one document: one stays',
  async () => {
    const bytes = pdfSample();
    for (let round = 0; round < ROUNDS; round += 1) {
      await clear();
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, at) =>
          untilTaken(() =>
            sendLicence(world.url, { docid: 1, entitykey: key }, { name: `paper${at}.pdf`, bytes }),
          ),
        ),
      );
      expect(failures(answers)).toEqual([]);
      const codes = answers.map(({ json }) => json.msg as string).sort();
      // A file that cannot be examined in time is refused in words, without a code.
      const told = codes.filter((code) => code !== '');
      expect(told).toEqual(['LIC0000', ...Array.from({ length: told.length - 1 }, () => 'LIC0002')]);
      const kept = await world.sql('select from masters.entity_document where entity = $1', [
        franchisee.srno,
      ]);
      expect(kept).toHaveLength(1);
    }
  },
  LIMIT_MS,
);

it(
  'approving against rejecting: one wins, and the other reads how it stands',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await clear();
      const [lineno = 0] = await addLicenceDocuments(world.database.admin, franchisee.srno, [1]);
      const answers = await Promise.all([
        decide(deciders[0] ?? '', lineno, 'A', 1),
        decide(deciders[1] ?? '', lineno, 'R', 1),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const isApproved = answers[0].status === 200;
      expect(await stateOf(lineno)).toEqual({ status: isApproved ? 'A' : 'R', removed: false, version: 2 });
      const loser = answers.find(({ status }) => status === 409);
      expect(loser?.json).toMatchObject({ changedby: isApproved ? 'Asha Rao' : 'Meera Nair', version: 2 });
      const entries = await world.sql(
        `select from platform.trail where record = 'entity document' and record_id = $1 and action in ('approve', 'reject')`,
        [String(lineno)],
      );
      expect(entries).toHaveLength(1);
    }
  },
  LIMIT_MS,
);

it(
  'twenty who send the link of one entity: one link lives',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await world.sql(
        `update licences.renewal_key set made_at = made_at - interval '2 days' where entity = $1`,
        [franchisee.srno],
      );
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, at) =>
          post([deciders[at % 2] ?? '', 'sendrenewallink', JSON.stringify({ entity: franchisee.id })]),
        ),
      );
      expect(failures(answers)).toEqual([]);
      for (const { json } of answers) expect(json.err).toBe('');
      const live = await world.sql(
        'select from licences.renewal_key where entity = $1 and revoked_at is null',
        [franchisee.srno],
      );
      expect(live).toHaveLength(1);
    }
  },
  LIMIT_MS,
);

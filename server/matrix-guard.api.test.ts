import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineCall, defineUpload, type Declaration } from '#contract/define.ts';
import { json, text } from '#contract/fields.ts';
import { systemActing } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import { handle } from '#server/platform/dispatch/handler.ts';
import { notAllowed } from '#server/platform/dispatch/problems.ts';
import {
  excessSample,
  sample,
  uploadSample,
  type ModuleSamples,
  type Sample,
} from '#tools/testing/calls/sample.ts';
import { pdfSample } from '#tools/testing/samples.ts';
import { openMatrix, type Matrix } from '#tools/testing/matrix/run.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/** The matrix must catch violations: each probe below breaks one rule on purpose, or follows it. */

const common = {
  endpoint: 'probe_a.php',
  summary: 'For tests.',
  session: 'first',
  right: { key: 'CITY', flag: 'query' },
  effect: 'read',
  source: 'here',
  args: {},
  reply: z.unknown(),
} as const;

const named = { ...common, args: { branch: text() } } as const;

const probes = {
  listsInReach: defineCall({ ...common, action: 'listsInReach' }),
  listsEverything: defineCall({ ...common, action: 'listsEverything' }),
  listsNothing: defineCall({ ...common, action: 'listsNothing' }),
  keepsToItsBranch: defineCall({ ...named, action: 'keepsToItsBranch' }),
  servesAnyBranch: defineCall({ ...named, action: 'servesAnyBranch' }),
  namesTheOther: defineCall({ ...named, action: 'namesTheOther' }),
  writesThenRefuses: defineCall({ ...named, action: 'writesThenRefuses', effect: 'outside' }),
  anyoneSignedIn: defineCall({ ...common, action: 'anyoneSignedIn', right: 'signed-in' }),
  ownsNoTrail: defineCall({ ...common, action: 'ownsNoTrail', effect: 'outside' }),
  grantsAnything: defineCall({ ...named, action: 'grantsAnything' }),
  refusesItself: defineCall({ ...common, action: 'refusesItself' }),
  saves: defineCall({
    ...common,
    action: 'saves',
    right: { key: 'CITY', flag: 'save' },
    args: { written: json(z.object({ srno: z.int() })) },
  }),
  upload: defineUpload({
    endpoint: 'upload_a.php',
    action: 'probe',
    summary: 'For tests.',
    session: 'meta',
    right: { key: 'CITY', flag: 'add' },
    effect: 'outside',
    source: 'here',
    meta: z.object({ branch: z.string() }),
    reply: z.object({ error: z.string() }),
    accepts: ['pdf'],
  }),
};

const names = statement(
  'test.probe.names',
  { name: 'text' },
  'select name from masters.entity_ref where srno = any ($1)',
);
const everyName = statement('test.probe.every_name', { name: 'text' }, 'select name from masters.entity_ref');
const leaveTrail = statement(
  'test.probe.trail',
  {},
  `insert into platform.trail (action, record, record_id) values ('probe', 'probe', '1')`,
);

const inReach = (scope: 'all' | readonly number[], branch: string) =>
  scope === 'all' || scope.includes(Number(branch));

const bound = [
  handle(probes.listsInReach, ({ db, caller: { scope } }) =>
    scope === 'all' ? db.read.rows(everyName) : db.read.rows(names, [scope]),
  ),
  handle(probes.listsEverything, ({ db }) => db.read.rows(everyName)),
  handle(probes.listsNothing, async () => []),
  handle(probes.keepsToItsBranch, async ({ caller }, { branch }) => {
    if (!inReach(caller.scope, branch)) throw notAllowed();
    return [];
  }),
  handle(probes.servesAnyBranch, async () => []),
  handle(probes.namesTheOther, async ({ db, caller }, { branch }) =>
    inReach(caller.scope, branch) ? [] : db.read.rows(names, [[Number(branch)]]),
  ),
  handle(probes.writesThenRefuses, async ({ db, caller }, { branch }) => {
    await db.write(systemActing('probe'), (tx) => tx.rows(leaveTrail));
    if (!inReach(caller.scope, branch)) throw notAllowed();
    return [];
  }),
  handle(probes.anyoneSignedIn, async () => []),
  handle(probes.ownsNoTrail, async () => []),
  handle(probes.grantsAnything, async (_, { branch }) => (branch === 'too much' ? { err: 'No.' } : [])),
  handle(probes.refusesItself, async () => ({ err: 'Not today.' })),
  handle(probes.saves, async () => ({ err: '' })),
  handle(probes.upload, async ({ tx, caller }, { branch }) => {
    if (!inReach(caller.scope, branch)) throw notAllowed();
    await tx.rows(leaveTrail);
    return { error: '' };
  }),
];

const LISTS = { lists: ['A', 'B', 'F'] } as const;
const samples: Readonly<Record<keyof typeof probes, Sample>> = {
  listsInReach: sample(probes.listsInReach, LISTS, () => ({})),
  listsEverything: sample(probes.listsEverything, LISTS, () => ({})),
  listsNothing: sample(probes.listsNothing, LISTS, () => ({})),
  keepsToItsBranch: sample(probes.keepsToItsBranch, 'named', ({ place }) => ({ branch: String(place.srno) })),
  servesAnyBranch: sample(probes.servesAnyBranch, 'named', ({ place }) => ({ branch: String(place.srno) })),
  namesTheOther: sample(probes.namesTheOther, 'named', ({ place }) => ({ branch: String(place.srno) })),
  writesThenRefuses: sample(probes.writesThenRefuses, 'named', ({ place }) => ({
    branch: String(place.srno),
  })),
  anyoneSignedIn: sample(probes.anyoneSignedIn, 'none', () => ({})),
  ownsNoTrail: sample(probes.ownsNoTrail, 'none', () => ({})),
  grantsAnything: excessSample(probes.grantsAnything, 'none', () => ({ branch: '' }), {
    'what is refused': () => ({ branch: 'too much' }),
    'what nobody can ask for': () => null,
    everything: () => ({ branch: 'everything' }),
  }),
  refusesItself: sample(probes.refusesItself, 'none', () => ({})),
  saves: sample(probes.saves, 'none', ({ isNew }) => ({ written: { srno: isNew ? 0 : 1 } })),
  upload: uploadSample(
    probes.upload,
    'named',
    ({ place }) => ({ branch: String(place.srno) }),
    () => ({ name: 'probe.pdf', bytes: pdfSample() }),
  ),
};

let world: World;
let matrix: Matrix;
let prepared = 0;
/** What the test tells the matrix about a probe, if it differs from the probe. */
const told = new Map<Declaration, Sample>();
const tell = (name: keyof typeof probes, over: Partial<Declaration>): Declaration => {
  const call = { ...probes[name], ...over } as Declaration;
  told.set(call, { ...samples[name], call });
  return call;
};
const asIfGuarded = tell('anyoneSignedIn', { right: { key: 'CITY', flag: 'query' } });
const asIfOpenEarly = tell('listsNothing', { openDuringPasswordChange: true });
const asIfTrailed = tell('ownsNoTrail', { effect: 'write' });
const asIfReading = tell('writesThenRefuses', { effect: 'read' });

beforeAll(async () => {
  world = await openWorld({}, { declared: Object.values(probes), bound });
  const module: ModuleSamples = {
    prepare: async (_, places) => {
      prepared = places.length;
    },
    samples: [...Object.values(samples), ...told.values()],
  };
  matrix = await openMatrix(
    { url: world.url, database: world.database.admin, store: world.store },
    [...Object.values(probes), ...told.keys()],
    [module],
  );
});
afterAll(() => world.close());

test('each module prepared its data at each place', () => expect(prepared).toBe(4));

test.each(['listsInReach', 'keepsToItsBranch', 'anyoneSignedIn', 'upload'] as const)(
  '%s follows its rules',
  async (name) => {
    const { problems, cells } = await matrix.check(probes[name]);
    expect(problems).toEqual([]);
    expect(cells).toBeGreaterThan(100);
  },
);

test.each<[string, Declaration, RegExp]>([
  ['a list of all branches', probes.listsEverything, /type B, .* holds the data of another branch/],
  [
    'a list that shows a franchise its branch',
    probes.listsEverything,
    /type F, .* holds the data of another branch/,
  ],
  ['a list without a canary', probes.listsNothing, /does not show the data of its own branch/],
  [
    'a record of another branch',
    probes.servesAnyBranch,
    /type B, .*other branch.* answered 200 instead of 403 or 404/,
  ],
  [
    'a record of the controlling branch',
    probes.servesAnyBranch,
    /type F, .*controlling branch.* answered 200/,
  ],
  ['a name in the reply', probes.namesTheOther, /holds the data of another branch/],
  [
    'a write before a refusal',
    probes.writesThenRefuses,
    /changed platform\.trail_\d+_\d+\b.* although it was refused/,
  ],
  ['a right that is not asked', asIfGuarded, /right others, .* answered 200 instead of 403/],
  ['a check made too early', asIfOpenEarly, /must change password, .* answered 403 instead of 200/],
  ['a write without a trail', asIfTrailed, /left 0 trail entries for \d+ calls/],
  ['a read that writes', asIfReading, /says that it reads, but changed platform\.trail_\d+/],
  ['a refusal of the sample', probes.refusesItself, /refused its own sample: \{"err":"Not today\."\}/],
  [
    'more than the caller holds',
    probes.grantsAnything,
    /^probe\.grantsAnything by .* granted everything: 200/,
  ],
  ['a save that cannot tell new from old', probes.saves, /right add, .*new\] answered 403 instead of 200/],
])('%s is caught', async (_, call, problem) => {
  const { problems } = await matrix.check(call);
  expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(problem)]));
});

test('a refused excess is no problem', async () => {
  const { problems } = await matrix.check(probes.grantsAnything);
  expect(problems.every((problem) => problem.includes('granted everything'))).toBe(true);
});

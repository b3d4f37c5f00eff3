import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDetail } from '#contract/masters/entity.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/** Fields that a client may omit from an entity, and the formats it may use for the others. */

let world: World;
let admin: string;
const stored: Record<string, EntityDetail> = {};
/** A stored entity of each type, as the model for new ones. */
const MODELS = { B: 'MUM', F: 'GOA', S: 'COUN1' } as const;

const save = (id: string, record: object) =>
  world.post('entity_a.php', [admin, 'save', id, JSON.stringify(record)]);
const detail = (type: string, id: string) => world.post('entity_a.php', [admin, 'detail', `${type}^${id}`]);
const unnamed = (type: keyof typeof MODELS, change: object = {}) => ({
  ...stored[type],
  enId: '',
  ...change,
});

beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn('admin');
  for (const [type, id] of Object.entries(MODELS))
    stored[type] = (await detail(type, id)).json as EntityDetail;
});
afterAll(() => world.close());

describe('000 §5: an entity saved without an id', () => {
  it.each<[string, keyof typeof MODELS, string, object]>([
    ['000 §5', 'B', 'empty', {}],
    ['000 §5', 'F', 'empty', {}],
    ['000 §5', 'S', 'left out', { enId: undefined }],
  ])(
    '%s: one of type %s with an id that is %s gets the next free id and keeps it',
    async (_, type, __, change) => {
      const record = unnamed(type, change);
      const { json } = await save('', record);
      expect(json).toMatchObject({ err: '', enId: expect.stringMatching(new RegExp(`^${type}\\d{4}$`)) });
      expect((await detail(type, String(json.enId))).json).toMatchObject({
        enSrno: json.srno,
        enId: json.enId,
      });
      expect((await save(String(json.enId), { ...record, enName: 'Renamed' })).json).toMatchObject({
        err: '',
        enId: json.enId,
      });
    },
  );

  it('000 §5: an id that was chosen by hand is skipped', async () => {
    const { json } = await save('', unnamed('B'));
    const number = Number(String(json.enId).slice(1));
    const idOf = (each: number) => `B${String(each).padStart(4, '0')}`;
    expect((await save('', unnamed('B', { enId: idOf(number + 1) }))).json.err).toBe('');
    expect((await save('', unnamed('B'))).json).toMatchObject({ err: '', enId: idOf(number + 2) });
  });

  it('000 §5: concurrent saves all succeed with different ids', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => save('', unnamed('F'))));
    expect(answers.map(({ json }) => json.err)).toEqual(answers.map(() => ''));
    expect(new Set(answers.map(({ json }) => json.enId)).size).toBe(answers.length);
  });
});

/** 000 §7, §9: a number or its text, a date in either format. */
it.each<[string, object, object]>([
  ['000 §9', { enLicFrom: '01/04/2020' }, { enLicFrom: '2020-04-01' }],
  ['000 §9', { enLicTo: '2099-04-30' }, { enLicTo: '2099-04-30' }],
  ['000 §7', { enBuyPercentage: 0.75 }, { enBuyPercentage: '0.75' }],
  ['000 §7', { enMobileno: 9_820_012_345 }, { enMobileno: '9820012345' }],
  ['000 §7', { enActive: '0' }, { enActive: 0 }],
])('%s: %j is stored as %j', async (_, written, kept) => {
  const { json } = await save('', unnamed('F', written));
  expect(json.err).toBe('');
  expect((await detail('F', String(json.enId))).json).toMatchObject(kept);
});

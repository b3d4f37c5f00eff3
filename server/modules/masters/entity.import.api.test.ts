import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENTITY_RULES, type EntityField } from '#domain/masters/entity.ts';
import { footprint } from '#tools/testing/matrix/footprint.ts';
import { doneReply, grant, sendSheet } from '#tools/testing/sheets.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let admin: string;
let manager: string;

beforeAll(async () => {
  world = await openWorld();
  for (const user of ['bm.mum', 'fran.goa']) await grant(world, user, 'ENTITY');
  admin = await world.signIn('admin');
  manager = await world.signIn('bm.mum');
});
afterAll(() => world.close());

type Cells = Partial<Record<EntityField, unknown>>;
const HEADER = Object.values(ENTITY_RULES).map(({ label }) => label);
const FRANCHISE: Cells = {
  type: 'Franchise',
  id: 'SHEET1',
  name: 'Sheet Forex',
  pan: 'aaafs1234k',
  address1: '1 Sheet Street',
  country: 'india',
  state: 'Maharashtra',
  city: 'nagpur',
  controllingBranch: 'mum',
  buyPercentage: 0.75,
  sellPercentage: '1.10',
  marginType: 'Flat',
  rateType: 'O',
  currencyChoice: 'Selective',
  currencies: 'usd, EUR',
  emailRateCard: 'yes',
  licenceFrom: '01/04/2026',
  licenceTo: '31/3/2027',
};
const rowOf = (cells: Cells) =>
  (Object.keys(ENTITY_RULES) as EntityField[]).map((field) => cells[field] ?? '');
const send =
  (action: 'importcheck' | 'importapply') =>
  (rows: readonly Cells[], session = admin) =>
    sendSheet(world, session, 'entity_a.php', action, [HEADER, ...rows.map(rowOf)]);
const check = send('importcheck');
const apply = send('importapply');
const stored = async (id: string) =>
  (
    await world.database.admin.query(
      `select m.*, c.name as city_name, b.id as branch, to_char(m.licence_to, 'YYYY-MM-DD') as lapses,
         array(select code from masters.entity_currency k where k.entity = m.srno order by code) as currencies
       from masters.entity m left join masters.city c on c.srno = m.city
       left join masters.entity b on b.srno = m.controlling_branch where m.id = $1`,
      [id],
    )
  ).rows[0];

it('adds an entity with all its parts, changes it, and leaves it unchanged', async () => {
  const before = await footprint(world.database.admin);
  expect(await check([FRANCHISE])).toEqual(doneReply(1, 1, 0, 0));
  expect(await footprint(world.database.admin)).toEqual(before);
  expect(await apply([FRANCHISE])).toEqual(doneReply(1, 1, 0, 0));
  expect(await stored('SHEET1')).toMatchObject({
    type: 'F',
    name: 'Sheet Forex',
    pan: 'AAAFS1234K',
    active: true,
    city_name: 'Nagpur',
    branch: 'MUM',
    buy_percentage: '0.75',
    sell_percentage: '1.10',
    ibr_cut: null,
    margin_type: 'F',
    rate_type: 'O',
    currency_choice: 'S',
    currencies: ['EUR', 'USD'],
    email_rate_card: true,
    ibr_sell_rate: false,
    lapses: '2027-03-31',
    version: 1,
  });
  expect(await apply([FRANCHISE])).toEqual(doneReply(1, 0, 0, 1));

  const changed = { ...FRANCHISE, currencies: 'GBP USD' };
  expect(await check([changed])).toEqual(doneReply(1, 0, 1, 0));
  expect(await apply([changed])).toEqual(doneReply(1, 0, 1, 0));
  expect(await stored('SHEET1')).toMatchObject({ currencies: ['GBP', 'USD'], version: 2 });
  const { rows } = await world.database.admin.query(
    `select t.action, t.before -> 'currencies' as before, t.after -> 'currencies' as after, e.id as branch
     from platform.trail t join masters.entity e on e.srno = t.branch
     where t.record = 'entity' and t.record_id = 'SHEET1' order by t.id`,
  );
  expect(rows).toEqual([
    { action: 'add', before: null, after: ['EUR', 'USD'], branch: 'MUM' },
    { action: 'edit', before: ['EUR', 'USD'], after: ['GBP', 'USD'], branch: 'MUM' },
  ]);
});

it('an imported entity has the values that the form shows', async () => {
  await apply([{ ...FRANCHISE, id: 'SHEET2' }]);
  const { json } = await world.post('entity_a.php', [admin, 'detail', 'F^SHEET2']);
  expect(json).toMatchObject({
    enName: 'Sheet Forex',
    enStateName: 'Maharashtra',
    enCntlBran: 'MUM',
    enBuyPercentage: '0.75',
    enIsdList: ['EUR', 'USD'],
    enLicFrom: '2026-04-01',
  });
});

const MISSING = 'Please fill mandatory feilds';
it.each<[string, Cells, [column: string, text: string][]]>([
  [
    'what every entity needs',
    { type: 'Branch', id: 'SHEETX' },
    ['Name', 'Address line 1', 'Country', 'State'].map((column) => [
      column,
      `${MISSING}: Name, Address line 1, Country, State`,
    ]),
  ],
  ['no type', { ...FRANCHISE, type: '' }, [['Type', `${MISSING}: Type`]]],
  [
    'a strange type',
    { ...FRANCHISE, type: 'Shop' },
    [['Type', 'Please write Branch, Franchise or Councilor.']].map(([c = '', t = '']) => [c, t]),
  ],
  [
    'a franchise without branch and percentage',
    { ...FRANCHISE, controllingBranch: '', buyPercentage: '0.00' },
    [
      ['Controlling branch', `${MISSING}: Controlling branch, Buy percentage`],
      ['Buy percentage', `${MISSING}: Controlling branch, Buy percentage`],
    ],
  ],
  [
    'a councilor without percentage',
    { ...FRANCHISE, type: 'S', sellPercentage: '' },
    [['Sell percentage', `${MISSING}: Sell percentage`]],
  ],
  [
    'a wrong PAN',
    { ...FRANCHISE, pan: 'AAAXS1234K' },
    [
      [
        'PAN',
        'PAN must have 5 letters, 4 digits and 1 letter, the fourth letter one of A B C F G H J L P T.',
      ],
    ],
  ],
  [
    'long texts',
    { ...FRANCHISE, name: 'x'.repeat(101), phone: 'x'.repeat(51), otherDetails: 'x'.repeat(501) },
    [
      ['Name', 'Name can have at most 100 characters.'],
      ['Phone', 'Phone can have at most 50 characters.'],
      ['Other details', 'Other details can have at most 500 characters.'],
    ],
  ],
  [
    'a number, a day and an address that are none',
    { ...FRANCHISE, ibrCut: 'some', licenceTo: '31/02/2027', email: 'nobody' },
    [
      ['E-mail', 'E-mail must hold addresses, separated by commas.'],
      ['IBR cut', 'IBR cut must be a number, such as 1.25.'],
      ['Licence to', 'Licence to is not a date.'],
    ],
  ],
  [
    'a licence that ends before it begins',
    { ...FRANCHISE, licenceFrom: '2027-04-01' },
    [['Licence to', 'Licence to cannot be before licence from.']],
  ],
  [
    'places that do not fit',
    { ...FRANCHISE, state: 'Kerala', city: 'Nagpur' },
    [['City', 'Please pick a city of this state.']],
  ],
  [
    'an unknown country',
    { ...FRANCHISE, country: 'Atlantis', city: '' },
    [
      ['Country', 'Please pick a country from the list.'],
      ['State', 'Please pick a state of this country.'],
    ],
  ],
  [
    'an unknown branch',
    { ...FRANCHISE, controllingBranch: 'GOA' },
    [['Controlling branch', 'Please pick valid branch']],
  ],
  [
    'a branch under a branch',
    { ...FRANCHISE, type: 'Branch' },
    [['Controlling branch', 'A branch has no controlling branch.']],
  ],
  [
    'an unknown currency',
    { ...FRANCHISE, currencies: 'USD, QQQ' },
    [['Selected currencies', 'Please pick currencies from the list.']],
  ],
  [
    'another type than it has',
    { ...FRANCHISE, id: 'MUM' },
    [['Type', 'The type of an entity cannot be changed.']],
  ],
  ['the head office', { ...FRANCHISE, id: 'HO' }, [['Type', 'The type of an entity cannot be changed.']]],
])('%s is reported by row and column, and nothing is imported', async (_, cells, told) => {
  const sheet = [
    { ...FRANCHISE, id: 'SHEETGOOD' },
    { ...cells, id: cells.id === 'SHEET1' ? 'SHEETX' : cells.id },
  ];
  const reply = await check(sheet);
  expect(reply.errors).toEqual(told.map(([column, text]) => ({ row: 3, column, text })));
  expect((await apply(sheet)).error).toContain('Nothing was imported.');
  expect(await stored('SHEETGOOD')).toBeUndefined();
});

it('a branch manager imports entities under their own branch and no others', async () => {
  const own = { ...FRANCHISE, id: 'SHEETOWN' };
  expect(await apply([own], manager)).toEqual(doneReply(1, 1, 0, 0));
  const { errors } = await check(
    [
      { ...FRANCHISE, id: 'SHEETDEL', controllingBranch: 'DEL' },
      { ...FRANCHISE, id: 'SHEETBR', type: 'Branch', controllingBranch: '' },
      { ...FRANCHISE, id: 'SHEETS', type: 'Councilor', controllingBranch: '' },
      { ...FRANCHISE, id: 'KOC' },
    ],
    manager,
  );
  expect(errors).toEqual([
    { row: 2, column: 'Controlling branch', text: 'Please pick valid branch' },
    { row: 3, column: 'Type', text: 'Only head office can add a branch.' },
    { row: 4, column: 'Controlling branch', text: `${MISSING}: Controlling branch` },
    { row: 5, column: '', text: 'This record is there already, out of your reach.' },
  ]);
  expect((await apply([{ ...FRANCHISE, id: 'KOC' }], manager)).error).toBe(
    'This entity id is already in use.',
  );
  expect(await stored('KOC')).toMatchObject({ name: 'Kochi Marine Drive Forex', version: 1 });
});

it('a franchise can import nothing, whatever its rights', async () => {
  const franchise = await world.signIn('fran.goa');
  expect((await check([FRANCHISE], franchise)).status).toBe(403);
  expect((await apply([FRANCHISE], franchise)).status).toBe(403);
});

it('the form also refuses a currency without a master record', async () => {
  const { json: detail } = await world.post('entity_a.php', [admin, 'detail', 'F^SHEET1']);
  const { json } = await world.post('entity_a.php', [
    admin,
    'save',
    'SHEET1',
    JSON.stringify({ ...detail, enIsdList: ['QQQ'] }),
  ]);
  expect(json.err).toBe('Please pick currencies from the list.');
});

import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import { encodeFields } from './encode.ts';
import { fromWire, toWire } from './wire.ts';
import {
  active,
  choice,
  code,
  reference,
  referencesById,
  requiredYesNo,
  text,
  whole,
} from './record-fields.ts';
import { defineRecord, sortableFields, type DraftOf, type RowOf } from './record.ts';

const ids = { header: 'Branch ids', sheet: 10 };
const shop = defineRecord({
  name: 'shop',
  plural: 'shops',
  endpoint: 'shop_a.php',
  right: 'BANK',
  source: 'none',
  wire: 'shp_',
  title: 'name',
  fields: {
    name: text({ label: 'Shop', required: true, maxChars: 5, list: 100, sheet: 20, example: 'Hut' }),
    shortCode: code({ label: 'Code', sheet: 8, example: 'H' }),
    tradeOrder: whole({ wire: 'order', label: 'Order', list: 80, sheet: 8, example: '1' }),
    kind: choice(
      { K: 'Kiosk', H: 'Hall' },
      { label: 'Kind', blank: 'K', list: 80, sheet: 8, example: 'Hall' },
    ),
    country: reference({
      shownAs: 'countryName',
      label: 'Country',
      list: 100,
      sorts: false,
      sheet: 10,
      example: 'India',
    }),
    branches: referencesById({ shownAs: 'branchNames', label: 'Branches', ids, sheet: 10, example: 'MUM' }),
    open: requiredYesNo({ label: 'Open', sheet: 8 }),
    active: active(),
  },
});
type ShopDraft = DraftOf<typeof shop>;

const DRAFT: ShopDraft = {
  name: 'Hut',
  shortCode: 'H1',
  tradeOrder: '7',
  kind: 'H',
  country: '3',
  branches: ['MUM', 'PUN'],
  open: false,
  active: true,
};
const WIRE_ROW = {
  shp_srno: 12,
  shp_name: 'Hut',
  shp_shortcode: 'H1',
  shp_order: 7,
  shp_kind: 'H',
  shp_country: 3,
  shp_countryname: 'India',
  shp_branches: ['MUM', 'PUN'],
  shp_branchnames: ['Mumbai', 'Pune'],
  shp_open: 0,
  shp_active: 1,
};
const ROW: RowOf<typeof shop> = {
  srno: 12,
  ...DRAFT,
  countryName: 'India',
  branchNames: ['Mumbai', 'Pune'],
};

/** The record of a save as the server receives it. */
const received = (record: unknown) => z.safeDecode(shop.save.args.record.codec, JSON.stringify(record));

test('a reply is read to rows in the names of the product', () => {
  expect(z.decode(shop.list.reply, [WIRE_ROW] as never)).toEqual([ROW]);
  expect(toWire(shop.list.reply, [ROW])).toEqual([WIRE_ROW]);
  expect(fromWire(shop.list.reply, [WIRE_ROW])).toEqual([ROW]);
  const changed = { version: 2, changedby: 'Asha', changedat: '2026-11-19T10:00:00Z' };
  expect(fromWire(shop.detail.reply, { ...WIRE_ROW, ...changed })).toEqual({
    ...ROW,
    version: 2,
    changedBy: 'Asha',
    changedAt: '2026-11-19T10:00:00Z',
  });
  expect(fromWire(shop.list.reply, [{ ...WIRE_ROW, shp_order: 0, shp_country: 0 }])).toMatchObject([
    { tradeOrder: null, country: null },
  ]);
  expectTypeOf<ShopDraft['kind']>().toEqualTypeOf<'K' | 'H'>();
  expectTypeOf<ShopDraft['open']>().toEqualTypeOf<boolean | null>();
});

test('a draft is sent in the names of the wire, and received as it was', () => {
  const fields = encodeFields(shop.save, { srno: 12, record: DRAFT }, 's');
  const { shp_srno: _, shp_countryname: __, shp_branchnames: ___, ...sent } = WIRE_ROW;
  expect(JSON.parse(fields.get('4') ?? '')).toEqual({ ...sent, shp_order: '7', shp_country: '3' });
  expect(received(JSON.parse(fields.get('4') ?? '')).data).toEqual(DRAFT);
});

test('a received record is read in every spelling, without spaces and in capitals where it is a code', () => {
  expect(
    received({
      shp_name: ' Hut ',
      shp_shortcode: ' h1',
      shp_order: 7,
      shp_kind: 'H',
      shp_country: 3,
      shp_branches: ['mum', ' PUN', 'Mum'],
      shp_open: '0',
      shp_active: '1',
    }).data,
  ).toEqual(DRAFT);
});

test('what a save leaves out is blank, and what must be answered is missing', () => {
  expect(received({ shp_name: '', shp_branches: [], shp_open: null }).data).toEqual({
    ...shop.blank,
    name: '',
  });
  expect(shop.blank).toMatchObject({ kind: 'K', tradeOrder: null, open: null, active: true });
  for (const missing of ['shp_name', 'shp_branches', 'shp_open']) {
    const { [missing]: _, ...rest } = { shp_name: 'Hut', shp_branches: [], shp_open: 1 } as Record<
      string,
      unknown
    >;
    expect(received(rest).success, missing).toBe(false);
  }
  expect(received({ shp_name: 'Hut', shp_branches: [], shp_open: 1, shp_kind: 'X' }).success).toBe(false);
});

test('a draft is cleaned as a save stores it', () => {
  expect(shop.cleaned({ ...DRAFT, name: ' Hut ', shortCode: 'h1 ' })).toEqual(DRAFT);
});

test('a list is sorted by what it shows, and by what its fields say', () => {
  expect(sortableFields(shop.fields)).toEqual(['name', 'tradeOrder']);
  expect(shop.nameInOrders('tradeOrder')).toBe('order');
});

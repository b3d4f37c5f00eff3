import { currency as calls, type CurrencyRow } from '#contract/masters/currency.ts';
import { CURRENCY_RULES, RATE_PLACES_CHOICES, type CurrencyDraft } from '#domain/masters/currency.ts';
import { CountryPicker } from '#web/pickers/CountryPicker.tsx';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import { activeColumn, bitOf, numberColumn, textColumn } from '#web/patterns/master/columns.tsx';
import { mastersText } from '#web/texts/masters.ts';
import { masterOf } from '#web/patterns/master/masterOf.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';

const currency = masterOf<typeof calls, CurrencyRow, CurrencyDraft>({
  id: 'currency',
  right: 'CURRENCY',
  texts: mastersText.currency,
  calls,
  columns: [
    numberColumn((row) => row.isd_srno),
    {
      ...textColumn('code', CURRENCY_RULES.code.label, 104, (row) => row.isd_code),
      cell: (row) => <CurrencyName code={row.isd_code} flag={row.isd_flag} />,
      hideable: false,
    },
    textColumn('name', CURRENCY_RULES.name.label, 200, (row) => row.isd_name),
    textColumn('country', CURRENCY_RULES.country.label, 200, (row) => row.isd_countryname),
    textColumn('order', CURRENCY_RULES.tradeOrder.label, 120, (row) =>
      row.isd_order === 0 ? '' : String(row.isd_order),
    ),
    activeColumn(CURRENCY_RULES.active.label, (row) => row.isd_active),
  ],
  srnoOf: (row) => row.isd_srno,
  nameOfRow: (row) => row.isd_code,
  fields: [
    { name: 'code', kind: 'code' },
    { name: 'name', kind: 'text' },
    { name: 'country', kind: 'picker', picker: CountryPicker },
    { name: 'flag', kind: 'code' },
    {
      name: 'ratePlaces',
      kind: 'choice',
      choices: RATE_PLACES_CHOICES.map((places) => ({ value: places, label: places })),
    },
    { name: 'tradeOrder', kind: 'text' },
    { name: 'active', kind: 'active' },
  ],
  rules: CURRENCY_RULES,
  blank: {
    code: '',
    name: '',
    country: null,
    flag: '',
    ratePlaces: '2',
    tradeOrder: '',
    active: true,
  },
  draftOf: (row) => ({
    code: row.isd_code,
    name: row.isd_name,
    country: row.isd_country === 0 ? null : String(row.isd_country),
    flag: row.isd_flag,
    ratePlaces: String(row.isd_rateplaces),
    tradeOrder: row.isd_order === 0 ? '' : String(row.isd_order),
    active: row.isd_active === 1,
  }),
  writtenOf: (draft) => ({
    isd_code: draft.code.trim(),
    isd_name: draft.name.trim(),
    isd_country: draft.country,
    isd_flag: draft.flag.trim(),
    isd_rateplaces: draft.ratePlaces,
    isd_order: draft.tradeOrder?.trim() ?? '',
    isd_active: bitOf(draft.active),
  }),
});

export function CurrencyScreen() {
  return <MasterScreen master={currency} />;
}

import { country as calls, type CountryRow } from '#contract/masters/country.ts';
import { COUNTRY_RULES, type CountryDraft } from '#domain/masters/country.ts';
import { fieldProblems } from '#domain/rules.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { mastersText } from '#web/texts/masters.ts';
import { uiText } from '#web/texts/ui.ts';
import { activeBadge } from '#web/patterns/master/activeBadge.tsx';
import { importBy } from '#web/patterns/import/masterImport.ts';
import type { Master } from '#web/patterns/master/master.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';
import { lastChange } from '#web/patterns/record/lastChange.ts';

const bitOf = (answer: boolean | null) => (answer === null ? null : answer ? 1 : 0);
const yesNo = (bit: 0 | 1) => (bit === 1 ? uiText.common.yes : uiText.common.no);
const activeWord = (bit: 0 | 1) => (bit === 1 ? mastersText.active : mastersText.inactive);

/** Column ids are the sort keys of the server. */
const columns: Master<CountryRow, CountryDraft>['columns'] = [
  {
    id: 'srno',
    header: mastersText.number,
    value: (row) => String(row.cnt_srno),
    align: 'end',
    width: 64,
    sortable: true,
  },
  {
    id: 'name',
    header: COUNTRY_RULES.name.label,
    value: (row) => row.cnt_name,
    width: 200,
    sortable: true,
    hideable: false,
  },
  {
    id: 'nationality',
    header: COUNTRY_RULES.nationality.label,
    value: (row) => row.cnt_nationality,
    width: 160,
    sortable: true,
  },
  {
    id: 'swiftcode',
    header: COUNTRY_RULES.swiftCode.label,
    value: (row) => row.cnt_swiftcode,
    width: 104,
    sortable: true,
  },
  { id: 'fatf', header: COUNTRY_RULES.fatf.label, value: (row) => yesNo(row.cnt_fatf), width: 72 },
  {
    id: 'active',
    header: COUNTRY_RULES.active.label,
    value: (row) => activeWord(row.cnt_active),
    cell: (row) => activeBadge(row.cnt_active === 1),
    width: 104,
  },
];

const country: Master<CountryRow, CountryDraft> = {
  id: 'country',
  right: 'COUNTRY',
  texts: mastersText.country,
  columns,
  srnoOf: (row) => row.cnt_srno,
  rowOf: (srno, draft) => ({
    cnt_srno: srno,
    cnt_name: draft.name.trim(),
    cnt_nationality: draft.nationality.trim(),
    cnt_swiftcode: draft.swiftCode.trim(),
    cnt_fatf: draft.fatf === true ? 1 : 0,
    cnt_active: draft.active === true ? 1 : 0,
  }),
  nameOfRow: (row) => row.cnt_name,
  fields: [
    { name: 'name', kind: 'text' },
    { name: 'nationality', kind: 'text' },
    { name: 'swiftCode', kind: 'text' },
    { name: 'fatf', kind: 'yes-no' },
    { name: 'active', kind: 'active' },
  ],
  rules: COUNTRY_RULES,
  problems: (draft) => fieldProblems(COUNTRY_RULES, { ...draft }),
  blank: { name: '', nationality: '', swiftCode: '', fatf: null, active: true },
  list: (page, signal) => call(calls.list, { page }, { signal }),
  detail: async (srno, signal) => {
    const { reply } = await call(calls.detail, { srno }, { signal });
    return {
      draft: {
        name: reply.cnt_name,
        nationality: reply.cnt_nationality,
        swiftCode: reply.cnt_swiftcode,
        fatf: reply.cnt_fatf === 1,
        active: reply.cnt_active === 1,
      },
      ...lastChange(reply),
    };
  },
  save: (srno, draft, options) =>
    call(
      calls.save,
      {
        srno,
        record: {
          cnt_name: draft.name.trim(),
          cnt_nationality: draft.nationality.trim(),
          cnt_swiftcode: draft.swiftCode.trim(),
          cnt_fatf: bitOf(draft.fatf),
          cnt_active: bitOf(draft.active),
        },
      },
      options,
    ),
  exportList: (page) => download(calls.exported, { page }),
  imports: importBy(calls),
};

export function CountryScreen() {
  return <MasterScreen master={country} />;
}

import {
  countryDetail,
  countryExport,
  countryList as countryListCall,
  countryOptions,
  countryOptionsSelect,
  countrySave,
  type CountryRow,
} from '#contract/masters.ts';
import { COUNTRY_RULES } from '#domain/masters/country.ts';
import { fieldProblems } from '#domain/rules.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notFound, Refusal, stale } from '#server/platform/dispatch/problems.ts';
import { SELECT_OPTION, withLead } from '#server/platform/dispatch/options.ts';
import { exportList } from '#server/platform/xlsx/export.ts';
import { countryDraft } from './country.present.ts';
import {
  countryList,
  countryOptionList,
  findCountry,
  insertCountry,
  lockCountry,
  trailCountryExport,
  updateCountry,
} from './country.sql.ts';

export const countryHandlers: readonly Bound[] = [
  handle(countryListCall, async ({ db }, { page }) => {
    const { body, next } = await countryList.page(db.read, page);
    return Reply.json(body, { next });
  }),

  handle(countryOptions, async ({ db }, { page }) => {
    const { body, next } = await countryOptionList.page(db.read, page);
    return Reply.json(body, { next });
  }),

  handle(countryOptionsSelect, async ({ db }, { page }) => {
    const { body, next } = await countryOptionList.page(db.read, page);
    return Reply.json(withLead(SELECT_OPTION, body), { next });
  }),

  handle(countryDetail, async ({ db }, { srno }) => {
    const found = await findCountry(db.read, srno);
    if (found === undefined) throw notFound();
    return Reply.json(found.body, { version: found.version });
  }),

  handle(countrySave, async ({ tx, caller, version }, { srno, country }) => {
    const draft = countryDraft(country);
    const [problem] = fieldProblems(COUNTRY_RULES, draft);
    if (problem !== undefined) throw new Refusal(problem.message);
    if (srno !== 0) {
      const locked = await lockCountry(tx, srno);
      if (locked === undefined) throw notFound();
      if (version !== null && version !== locked.version)
        throw stale(locked.changed_by_name, locked.changed_at, locked.version);
    }
    const saved = await (srno === 0
      ? insertCountry(tx, draft, caller)
      : updateCountry(tx, srno, draft, caller));
    return Reply.of({ err: '', msg: 'Saved.', srno: saved.srno }, { version: saved.version });
  }),

  handle(countryExport, async ({ tx, db }, { page }) => {
    await trailCountryExport(tx, page ?? {});
    return exportList<CountryRow>({
      fileName: 'countries.xlsx',
      sheet: 'Countries',
      columns: [
        { header: 'Country', kind: 'text', width: 28, value: (row) => row.cnt_name },
        { header: 'Nationality', kind: 'text', width: 24, value: (row) => row.cnt_nationality },
        { header: 'Swift code', kind: 'text', width: 12, value: (row) => row.cnt_swiftcode },
        { header: 'FATF', kind: 'text', width: 8, value: (row) => (row.cnt_fatf === 1 ? 'Yes' : 'No') },
        {
          header: 'Status',
          kind: 'text',
          width: 10,
          value: (row) => (row.cnt_active === 1 ? 'Active' : 'Inactive'),
        },
      ],
      page: (after) =>
        countryList.page(db.read, { ...page, limit: 500, ...(after === null ? {} : { after }) }),
    });
  }),
];

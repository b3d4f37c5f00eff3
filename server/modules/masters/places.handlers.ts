import { area } from '#contract/masters/area.ts';
import { city } from '#contract/masters/city.ts';
import { currency } from '#contract/masters/currency.ts';
import { state } from '#contract/masters/state.ts';
import { AREA_RULES } from '#domain/masters/area.ts';
import { CITY_RULES } from '#domain/masters/city.ts';
import { CURRENCY_RULES } from '#domain/masters/currency.ts';
import { STATE_RULES } from '#domain/masters/state.ts';
import { notAllowed } from '#server/platform/dispatch/problems.ts';
import { AREA_SHEET, areaDraft } from './area.present.ts';
import { areaStatements } from './area.sql.ts';
import { CITY_SHEET, cityDraft } from './city.present.ts';
import { cityStatements } from './city.sql.ts';
import { CURRENCY_SHEET, currencyDraft } from './currency.present.ts';
import { currencyStatements } from './currency.sql.ts';
import { recordHandlers } from '#server/platform/dispatch/record-handlers.ts';
import { entitiesInReach } from './reach.sql.ts';
import { STATE_SHEET, stateDraft } from './state.present.ts';
import { stateStatements } from './state.sql.ts';

/** State, city, currency and area. */
export const placeHandlers = [
  ...recordHandlers({
    calls: state,
    statements: stateStatements,
    draft: stateDraft,
    rules: STATE_RULES,
    sheet: { fileName: 'states.xlsx', sheet: 'States', columns: STATE_SHEET },
  }),
  ...recordHandlers({
    calls: city,
    statements: cityStatements,
    draft: cityDraft,
    rules: CITY_RULES,
    sheet: { fileName: 'cities.xlsx', sheet: 'Cities', columns: CITY_SHEET },
  }),
  ...recordHandlers({
    calls: currency,
    statements: currencyStatements,
    draft: currencyDraft,
    rules: CURRENCY_RULES,
    sheet: { fileName: 'currencies.xlsx', sheet: 'Currencies', columns: CURRENCY_SHEET },
  }),
  ...recordHandlers({
    calls: area,
    statements: areaStatements,
    draft: areaDraft,
    rules: AREA_RULES,
    resolve: async (tx, draft) => {
      const branches = await entitiesInReach(tx, draft.branches, 'B');
      if (branches.length !== draft.branches.length) throw notAllowed();
      return { ...draft, branches: branches.map(String) };
    },
    sheet: { fileName: 'areas.xlsx', sheet: 'Areas', columns: AREA_SHEET },
  }),
];

import { area } from '#contract/masters/area.ts';
import { bank } from '#contract/masters/bank.ts';
import { city } from '#contract/masters/city.ts';
import { country } from '#contract/masters/country.ts';
import { currency } from '#contract/masters/currency.ts';
import { employee } from '#contract/masters/employee.ts';
import { gatewayBank, gatewayBankList } from '#contract/masters/gatewaybank.ts';
import { purpose, purposesForAudit } from '#contract/masters/purpose.ts';
import { state } from '#contract/masters/state.ts';
import { usualRatePlaces } from '#domain/masters/currency.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notAllowed } from '#server/platform/dispatch/problems.ts';
import { optionsPageOf, recordHandlers } from '#server/platform/record/handlers.ts';
import { areaImport, areaStatements } from './area.sql.ts';
import { bankImport, bankStatements, gatewayBankImport, gatewayBankStatements } from './bank.sql.ts';
import { cityImport, cityStatements } from './city.sql.ts';
import { countryImport, countryStatements } from './country.sql.ts';
import { currencyImport, currencyStatements } from './currency.sql.ts';
import { employeeImport, employeeStatements } from './employee.sql.ts';
import { purposeImport, purposeStatements } from './purpose.sql.ts';
import { entitiesInReach } from './reach.sql.ts';
import { stateImport, stateStatements } from './state.sql.ts';

/** The masters that are records, each with the calls that all records have. */
export const recordsHandlers: readonly Bound[] = [
  ...recordHandlers({ record: country, statements: countryStatements, imports: countryImport }),
  ...recordHandlers({ record: state, statements: stateStatements, imports: stateImport }),
  ...recordHandlers({ record: city, statements: cityStatements, imports: cityImport }),
  ...recordHandlers({
    record: currency,
    statements: currencyStatements,
    imports: currencyImport,
    resolve: async (_tx, draft) => ({
      ...draft,
      ratePlaces: draft.ratePlaces ?? usualRatePlaces(draft.code),
    }),
  }),
  ...recordHandlers({
    record: area,
    statements: areaStatements,
    imports: areaImport,
    resolve: async (tx, draft) => {
      const branches = await entitiesInReach(tx, draft.branches, 'B');
      if (branches.length !== draft.branches.length) throw notAllowed();
      return { ...draft, branches: branches.map(String) };
    },
  }),
  ...recordHandlers({
    record: employee,
    statements: employeeStatements,
    imports: employeeImport,
    resolve: async (tx, draft) => {
      const [branch] = await entitiesInReach(tx, [draft.branch ?? ''], null);
      if (branch === undefined) throw notAllowed();
      return { ...draft, branch: String(branch) };
    },
  }),
  ...recordHandlers({ record: purpose, statements: purposeStatements, imports: purposeImport }),
  handle(purposesForAudit, async ({ db, caller }, { page }) => {
    const { body, next } = await optionsPageOf(purposeStatements, db.read, caller, page);
    return Reply.json(body, { next });
  }),
  ...recordHandlers({ record: bank, statements: bankStatements, imports: bankImport }),
  ...recordHandlers({
    record: gatewayBank,
    statements: gatewayBankStatements,
    imports: gatewayBankImport,
  }),
  handle(gatewayBankList, async ({ db, caller }, { page }) => {
    const { body, next } = await optionsPageOf(gatewayBankStatements, db.read, caller, page);
    return Reply.json(body, { next });
  }),
];

/** The messages that users see if another record has a value that must be unique. */
export const RECORD_CONSTRAINTS: Readonly<Record<string, string>> = {
  ...areaStatements.constraints,
  ...bankStatements.constraints,
  ...cityStatements.constraints,
  ...countryStatements.constraints,
  ...currencyStatements.constraints,
  ...employeeStatements.constraints,
  ...gatewayBankStatements.constraints,
  ...purposeStatements.constraints,
  ...stateStatements.constraints,
};

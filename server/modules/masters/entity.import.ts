import { entity } from '#contract/masters/entity.ts';
import {
  ENTITY_RULES,
  ENTITY_WORDS,
  entityRowProblems,
  PERCENTAGE_PLACES,
  type EntityDraft,
} from '#domain/masters/entity.ts';
import * as cells from '#server/platform/imports/cells.ts';
import { importHandlers } from '#server/platform/imports/handlers.ts';
import type { ImportColumn } from '#server/platform/imports/rows.ts';
import { mustNotBeFranchise } from './entity.handlers.ts';
import { entityImport } from './entity.import.sql.ts';

const asPercentage = cells.asDecimal(PERCENTAGE_PLACES);
const asWord = (words: Readonly<Record<string, string>>, usual: string) => cells.asOneOf(words, usual);

/** The reader and an example of each field, in the order of the form. */
const COLUMNS: Readonly<Record<keyof EntityDraft, readonly [reads: cells.CellReader, example: string]>> = {
  type: [asWord(ENTITY_WORDS.type, ''), 'Franchise'],
  id: [cells.asCode, 'FMUM9'],
  name: [cells.asText, 'Sample Forex Services'],
  pan: [cells.asCode, 'AAAFS1234K'],
  active: [cells.asActiveUnlessSaid, 'Active'],
  contactPerson: [cells.asText, 'Meera Shah'],
  address1: [cells.asText, '12 Station Road'],
  address2: [cells.asText, ''],
  address3: [cells.asText, ''],
  country: [cells.asText, 'India'],
  state: [cells.asText, 'Maharashtra'],
  city: [cells.asText, 'Mumbai'],
  phone: [cells.asText, ''],
  mobile: [cells.asText, '9800000000'],
  email: [cells.asText, 'sample@bureau.example'],
  controllingBranch: [cells.asCode, 'MUM'],
  buyPercentage: [asPercentage, '0.75'],
  sellPercentage: [asPercentage, '1.10'],
  ibrCut: [asPercentage, ''],
  marginType: [asWord(ENTITY_WORDS.marginType, 'P'), 'Percentage'],
  rateType: [asWord(ENTITY_WORDS.rateType, 'C'), 'Card rate'],
  currencyChoice: [asWord(ENTITY_WORDS.currencyChoice, 'A'), 'Selective'],
  currencies: [cells.asCodes, 'EUR, USD'],
  ibrSellRate: [cells.asYesIfSaid, 'No'],
  emailRateCard: [cells.asYesIfSaid, 'Yes'],
  licenceFrom: [cells.asDate, '01/04/2026'],
  licenceTo: [cells.asDate, '31/03/2027'],
  rbiLicence: [cells.asText, ''],
  otherDetails: [cells.asText, ''],
};

export const entityImports = importHandlers<EntityDraft>({
  calls: entity,
  statements: entityImport,
  rules: ENTITY_RULES,
  problems: entityRowProblems,
  sheet: 'Entities',
  admit: mustNotBeFranchise,
  columns: Object.entries(COLUMNS).map(([field, [reads, example]]): ImportColumn<EntityDraft> => ({
    field: field as keyof EntityDraft,
    reads,
    example,
  })),
});

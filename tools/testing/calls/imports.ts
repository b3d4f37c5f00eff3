import type { defineMasterImport } from '#contract/master.ts';
import { bank } from '#contract/masters/bank.ts';
import { city } from '#contract/masters/city.ts';
import { country } from '#contract/masters/country.ts';
import { currency } from '#contract/masters/currency.ts';
import { gatewayBank } from '#contract/masters/gatewaybank.ts';
import { purpose } from '#contract/masters/purpose.ts';
import { state } from '#contract/masters/state.ts';
import { sheetSample } from '../samples.ts';
import { sample, uploadSample, type RoomSamples } from './sample.ts';

/** The calls of one master; the same sheet again changes nothing, so that whoever may only add may send it too. */
function importsOf(calls: ReturnType<typeof defineMasterImport>, ...rows: readonly (readonly string[])[]) {
  const sheet = () => ({ name: 'sheet.xlsx', bytes: sheetSample(rows) });
  return [
    sample(calls.importTemplate, 'none', () => ({})),
    uploadSample(calls.importCheck, 'none', () => ({}), sheet),
    uploadSample(calls.importApply, 'none', () => ({}), sheet),
  ];
}

export const importSamples: RoomSamples = {
  samples: [
    ...importsOf(
      country,
      ['Country', 'Nationality', 'Swift code', 'FATF', 'Status'],
      ['Sheetland', 'Sheetish', 'SHT', 'No', 'Active'],
    ),
    ...importsOf(state, ['State', 'Country', 'Status'], ['Sheetshire', 'India', 'Active']),
    ...importsOf(
      city,
      ['City', 'State', 'Country', 'Status'],
      ['Sheetville', 'Maharashtra', 'India', 'Active'],
    ),
    ...importsOf(
      currency,
      ['Code', 'Currency', 'Country', 'Flag', 'Status'],
      ['ZZS', 'Sheet Dollar', 'India', 'IN', 'Active'],
    ),
    ...importsOf(purpose, ['Value', 'Purpose', 'Status'], ['SHEET', 'Sheets of paper', 'Active']),
    ...importsOf(bank, ['Bank', 'Code', 'Status'], ['Bank of Sheets', 'SHEETS', 'Active']),
    ...importsOf(gatewayBank, ['Bank', 'Gateway code', 'Status'], ['Bank of Sheets', '99001', 'Active']),
  ],
};

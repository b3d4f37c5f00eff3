import { expect, test } from 'vitest';
import * as cells from './cells.ts';

const { asActiveUnlessSaid, asCode, asCodes, asDate, asDecimal, asOneOf, asText, asYesIfSaid } = cells;
const FORMULA = { is: 'formula', text: '1+1' } as const;
const asKind = asOneOf({ P: 'Person', V: 'Vault', R: 'Robot' }, 'P');

test.each([
  [asText, 12.5, '12.5'],
  [asText, null, ''],
  [asText, 1103.1000000000001, '1103.1'],
  [asCode, ' mum ', 'MUM'],
  [asCodes, 'usd, EUR;usd\ngbp', ['USD', 'EUR', 'GBP']],
  [asCodes, null, []],
  [asDate, '2026-04-01', '2026-04-01'],
  [asDate, '1/4/2026', '2026-04-01'],
  [asDate, '31/02/2026', '31/02/2026'],
  [asDate, '', ''],
  [asDate, 45_721, '2025-03-05'],
  [asDate, 45_721.75, '2025-03-05'],
  [asDate, '05-Mar-2025', '2025-03-05'],
  [asDate, 50_325_025, '50325025'],
  [asDecimal(2), 1103.1000000000001, '1103.1'],
  [asDecimal(2), 1204.4999999999998, '1204.5'],
  [asDecimal(2), '1,01,300.63', '101300.63'],
  [asDecimal(2), '1103.1000000000001', '1103.1'],
  [asDecimal(2), 1204.505, '1204.505'],
  [asDecimal(2), '1204.505', '1204.505'],
  [asDecimal(2), -0.0000001, '0'],
  [asDecimal(2), 123456789012.35002, '123456789012.35'],
  [asDecimal(8), 619.2 / 7, '88.45714286'],
  [asDecimal(0), 45.99999999999999, '46'],
  [asDecimal(2), '', ''],
  [asDecimal(2, '0'), null, '0'],
  [asDecimal(2), 'many', 'many'],
  [asKind, 'vault', 'V'],
  [asKind, 'v', 'V'],
  [asKind, '', 'P'],
  [asYesIfSaid, '', false],
  [asYesIfSaid, 'Y', true],
  [asActiveUnlessSaid, null, true],
  [asActiveUnlessSaid, 'inactive', false],
] as const)('%o reads %o as %o', (reads, cell, value) => expect(reads(cell)).toEqual({ value }));

test.each([
  [asText, true, 'Please write a text.'],
  [asKind, 'horse', 'Please write Person, Vault or Robot.'],
  [asYesIfSaid, 'perhaps', 'Please write Yes or No.'],
  [asCodes, FORMULA, 'This formula has no value in the file. Please put its value instead.'],
] as const)('%o refuses %o', (reads, cell, wrong) => expect(reads(cell)).toEqual({ wrong }));

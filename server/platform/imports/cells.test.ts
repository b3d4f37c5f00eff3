import { expect, test } from 'vitest';
import * as cells from './cells.ts';

const { asActiveUnlessSaid, asCode, asCodes, asDate, asOneOf, asText, asYesIfSaid } = cells;
const FORMULA = { is: 'formula', text: '1+1' } as const;
const asKind = asOneOf({ P: 'Person', V: 'Vault', R: 'Robot' }, 'P');

test.each([
  [asText, 12.5, '12.5'],
  [asText, null, ''],
  [asCode, ' mum ', 'MUM'],
  [asCodes, 'usd, EUR;usd\ngbp', ['USD', 'EUR', 'GBP']],
  [asCodes, null, []],
  [asDate, '2026-04-01', '2026-04-01'],
  [asDate, '1/4/2026', '2026-04-01'],
  [asDate, '31/02/2026', '31/02/2026'],
  [asDate, '', ''],
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
  [asCodes, FORMULA, 'This is a formula. Please put its value instead.'],
] as const)('%o refuses %o', (reads, cell, wrong) => expect(reads(cell)).toEqual({ wrong }));

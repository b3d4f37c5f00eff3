import { describe, expect, it } from 'vitest';
import { isoDate } from '../dates.ts';
import {
  currencyFileProblem,
  existsMessage,
  FLASH_FLOW,
  newFlashProblem,
  responseProblem,
  transactionProblem,
  transactionStatus,
  whyReadOnly,
} from './flash.ts';

const today = isoDate('2026-11-16');
const whole = { branch: 'DEL', date: today, cashier: 'Ravi Kumar', remark: '' };

describe('a new flash audit', () => {
  it('needs branch, date and cashier (002 §5.4)', () => {
    expect(newFlashProblem(whole, today)).toBeNull();
    const missing = newFlashProblem({ branch: ' ', date: null, cashier: '', remark: '' }, today);
    expect(missing).toEqual({
      fields: ['branch', 'date', 'cashier'],
      message: 'Please fill mandatory feilds.',
    });
  });

  it('counts characters, not code units, without the blanks around them', () => {
    const cashier = ` ${'😀'.repeat(50)} `;
    expect(newFlashProblem({ ...whole, cashier }, today)).toBeNull();
    expect(newFlashProblem({ ...whole, cashier: `${cashier}x` }, today)?.fields).toEqual(['cashier']);
    expect(newFlashProblem({ ...whole, remark: 'r'.repeat(251) }, today)?.fields).toEqual(['remark']);
  });

  it('is not after today', () => {
    expect(newFlashProblem({ ...whole, date: isoDate('2026-11-17') }, today)?.fields).toEqual(['date']);
    expect(existsMessage(today)).toBe('Audit Already exists for 16/11/2026');
  });
});

describe('what can be done', () => {
  it('with a flash audit of each status', () => {
    expect(FLASH_FLOW.choices('P', { mayAdd: true })).toEqual(['P', 'R', 'C']);
    expect(FLASH_FLOW.choices('R', { mayAdd: true })).toEqual(['P', 'R', 'C']);
    expect(FLASH_FLOW.choices('C', { mayAdd: true })).toEqual(['C']);
    expect(FLASH_FLOW.choices('P', { mayAdd: false })).toEqual(['P']);
    expect(whyReadOnly('C', true)).toBe('This audit is closed.');
    expect(whyReadOnly('R', true)).toBeNull();
    expect(whyReadOnly('R', false)).not.toBeNull();
  });

  it('with a file of currencies (002 §5.4, §8)', () => {
    expect(currencyFileProblem(null)).toBe('Please choose file!');
    expect(currencyFileProblem({ name: 'c.csv', size: 1 })).toBe(
      'Invalid file extension. Please use (Xlsx/Xls) file.',
    );
    expect(currencyFileProblem({ name: 'a.b.xlsx', size: 1 })).toBe('(.) not allowed in file name.');
    expect(currencyFileProblem({ name: 'c.XLSX', size: 10_485_760 })).toBeNull();
    expect(currencyFileProblem({ name: 'c.xls', size: 10_485_761 })).toBe(
      'Please select a file with in 10 MB size.',
    );
  });

  it('with a transaction (002 §5.4, R36)', () => {
    const draft = { saleType: 'SP', number: '1234567890', document: '' };
    expect(transactionProblem(draft)).toBeNull();
    expect(transactionProblem({ ...draft, saleType: 'MT' })).toBe('Please fill mendatory field.');
    expect(transactionProblem({ ...draft, number: '' })).toBe('Please fill mendatory field.');
    expect(transactionProblem({ ...draft, number: '12345678901' })).toMatch(/at most 10/);
    expect([transactionStatus(' '), transactionStatus('Visa')]).toEqual(['O', 'D']);
  });

  it('with a response (002 §5.4)', () => {
    expect([responseProblem(' ', false), responseProblem(' ', true)]).toEqual([
      'Please Enter Remark.',
      'Please Enter remark.',
    ]);
    expect(responseProblem('r'.repeat(100), true)).toBeNull();
    expect(responseProblem('r'.repeat(101), false)).toMatch(/at most 100/);
  });
});

import { describe, expect, it } from 'vitest';
import { readPasted } from './paste.ts';

const codes = ['AED', 'EUR', 'KWD', 'USD'];
const paste = (text: string, focused = 'AED') => readPasted(text, codes, focused);

describe('a column', () => {
  it('fills the rows down from the focused row', () => {
    expect(paste('90.1\n271.5\n83.25\n', 'EUR')).toEqual({
      rates: { EUR: '90.1', KWD: '271.5', USD: '83.25' },
      leftOver: [],
    });
  });

  it('accepts thousands separators, Windows line ends and surrounding spaces', () => {
    expect(paste('22.7\r\n 90.10 \r\n1,271.50\r\n\u00a083.25\r\n').rates).toEqual({
      AED: '22.7',
      EUR: '90.10',
      KWD: '1271.50',
      USD: '83.25',
    });
  });

  it('keeps the rate of a row whose cell is empty', () => {
    expect(paste('22.7\n\n271.5').rates).toEqual({ AED: '22.7', KWD: '271.5' });
  });

  it('reports values without a row', () => {
    expect(paste('1\n2\n3', 'KWD')).toEqual({ rates: { KWD: '1', USD: '2' }, leftOver: ['3'] });
  });

  it.each([
    ['000 §5', 'what is no number leaves its rate empty', '#N/A\n90', { AED: '', EUR: '90' }],
    ['000 §5', 'a figure with two points is none', '12.34.56\n90', { AED: '', EUR: '90' }],
    ['000 §5', 'a single text that is no number is not taken', 'n/a', {}],
  ])('%s: %s', (_, __, text, rates) => {
    expect(paste(text).rates).toEqual(rates);
  });
});

describe('lines with codes', () => {
  it('fill the rows of their currencies, in any order and case, below headings', () => {
    expect(paste('Code\tRate\nusd\t83.25\nKWD\t1,271.50\n', 'EUR')).toEqual({
      rates: { USD: '83.25', KWD: '1271.50' },
      leftOver: [],
    });
  });

  it('may have a name between code and rate', () => {
    expect(paste('USD\tUS Dollar\t83.25\nEUR\tEuro\t90').rates).toEqual({ USD: '83.25', EUR: '90' });
  });

  it('report currencies that are not active', () => {
    expect(paste('ZZZ\t1\nUSD\t83')).toEqual({ rates: { USD: '83' }, leftOver: ['ZZZ'] });
  });
});

it('one value fills the focused row', () => {
  expect(paste('1,23,456.789012', 'USD')).toEqual({ rates: { USD: '123456.789012' }, leftOver: [] });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rupees } from './money.ts';
import { rupeesInWords } from './words.ts';

describe('rupeesInWords', () => {
  it.each([
    ['0', 'Rupees Zero Only'],
    ['1', 'Rupee One Only'],
    ['0.01', 'One Paisa Only'],
    ['0.50', 'Fifty Paise Only'],
    ['19', 'Rupees Nineteen Only'],
    ['20', 'Rupees Twenty Only'],
    ['99', 'Rupees Ninety-Nine Only'],
    ['100', 'Rupees One Hundred Only'],
    ['1001', 'Rupees One Thousand One Only'],
    ['123456.50', 'Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Fifty Paise Only'],
    ['10000000', 'Rupees One Crore Only'],
    [
      '1234567890.05',
      'Rupees One Hundred Twenty-Three Crore Forty-Five Lakh Sixty-Seven Thousand Eight Hundred Ninety and Five Paise Only',
    ],
    ['1000000000000', 'Rupees One Lakh Crore Only'],
    ['-213', 'Minus Rupees Two Hundred Thirteen Only'],
  ])('%s is %s', (amount, words) => expect(rupeesInWords(rupees(amount))).toBe(words));

  it('can be converted back', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 14n }),
        fc.integer({ min: 1, max: 99 }),
        (whole, paise) => {
          const words = rupeesInWords(rupees(`${whole}.${String(paise).padStart(2, '0')}`));
          const match = /^(?:Rupees? (.+?) and )?(.+) Pais[ae] Only$/.exec(words);
          expect([numberOf(match?.[1] ?? 'Zero'), numberOf(match?.[2] ?? '')]).toEqual([
            whole,
            BigInt(paise),
          ]);
        },
      ),
    );
  });
});

const NAMES =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  );
const TENS = ['Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'];
const SIZES: Record<string, bigint> = { Hundred: 100n, Thousand: 1_000n, Lakh: 100_000n };

function numberOf(words: string): bigint {
  const crores = words.lastIndexOf(' Crore');
  if (crores >= 0) {
    const rest = words.slice(crores + ' Crore'.length).trim();
    return numberOf(words.slice(0, crores)) * 10_000_000n + (rest ? numberOf(rest) : 0n);
  }
  let [total, current] = [0n, 0n];
  for (const word of words.split(/[ -]/)) {
    if (word === 'Hundred') current *= 100n;
    else if (word in SIZES) [total, current] = [total + current * SIZES[word]!, 0n];
    else current += BigInt(TENS.includes(word) ? 10 * (TENS.indexOf(word) + 2) : NAMES.indexOf(word));
  }
  return total + current;
}

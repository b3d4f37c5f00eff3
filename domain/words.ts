import type { Rupees } from './money.ts';

/** Amounts in words as on Indian papers: lakh, crore, paise. */

const UP_TO_NINETEEN =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  );
const TENS = ', ,Twenty,Thirty,Forty,Fifty,Sixty,Seventy,Eighty,Ninety'.split(',');

/** From the largest. The number before a crore can itself contain thousands, lakhs or crores. */
const UNITS = [
  [10_000_000n, 'Crore'],
  [100_000n, 'Lakh'],
  [1_000n, 'Thousand'],
  [100n, 'Hundred'],
] as const;

function inWords(number: bigint): string {
  for (const [size, unit] of UNITS) {
    if (number < size) continue;
    const rest = number % size;
    return `${inWords(number / size)} ${unit}${rest === 0n ? '' : ` ${inWords(rest)}`}`;
  }
  if (number < 20n) return UP_TO_NINETEEN[Number(number)] ?? '';
  const ones = number % 10n;
  return (TENS[Number(number / 10n)] ?? '') + (ones === 0n ? '' : `-${inWords(ones)}`);
}

/** 123456.50 → Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Fifty Paise Only. */
export function rupeesInWords(amount: Rupees): string {
  const [whole = '0', fraction = '00'] = amount.replace('-', '').split('.');
  const [rupees, paise] = [BigInt(whole), BigInt(fraction)];
  const paiseWords = `${inWords(paise)} ${paise === 1n ? 'Paisa' : 'Paise'}`;
  const rupeeWords = `${rupees === 1n ? 'Rupee' : 'Rupees'} ${inWords(rupees)}`;
  const words = paise === 0n ? rupeeWords : rupees === 0n ? paiseWords : `${rupeeWords} and ${paiseWords}`;
  return `${amount.startsWith('-') ? 'Minus ' : ''}${words} Only`;
}

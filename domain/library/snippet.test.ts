import { expect, it } from 'vitest';
import { markWords } from './snippet.ts';

/** The parts as one text, with brackets around those that are marked. */
const marked = (text: string, written: string) =>
  markWords(text, written)
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('');

it.each([
  ['Two persons open the vault.', 'vault', 'Two persons open the [vault].'],
  ['The VAULT and vaults, not default', 'Vault', 'The [VAULT] and [vaults], not default'],
  ['Know-your-customer: KYC/AML', 'aml customer', 'Know-your-[customer]: KYC/[AML]'],
  ['note notes not', 'not', 'note notes [not]'],
  ['ख़ाता संख्या 48151', 'संख्या 48151', 'ख़ाता [संख्या] [48151]'],
  ['<b>vault</b>', '<b>', '<[b]>vault</[b]>'],
  ['nothing of it', '.* (', 'nothing of it'],
  ['', 'vault', ''],
  ['vault', '', 'vault'],
])('%j searched for %j', (text, written, expected) => {
  expect(marked(text, written)).toBe(expected);
});

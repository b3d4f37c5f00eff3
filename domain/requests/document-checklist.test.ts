import { expect, it } from 'vitest';
import { guessDocumentKind, usualDocuments } from './document-checklist.ts';

it.each([
  ['passport.jpg', 1],
  ['Kavya_PASSPORT-front.png', 1],
  ['pan.jpg', 4],
  ['PAN card.pdf', 4],
  ['A2-signed.pdf', 5],
  ['form_a2.pdf', 5],
  ['currency-declaration.pdf', 11],
  ['LRS declaration.pdf', 6],
  ['air ticket.pdf', 3],
  ['visa.png', 2],
  ['company.pdf', null],
  ['expansion.pdf', null],
  ['scan 0001.pdf', null],
  ['passport', 1],
])('%s suggests kind %s', (name, kind) => expect(guessDocumentKind(name)).toBe(kind));

it('the usual documents depend on the type and, for a sale to the public, on the purpose', () => {
  expect(usualDocuments({ type: '', purpose: 'LEISURE' })).toEqual([]);
  expect(usualDocuments({ type: 'SP', purpose: '' })).toEqual([1, 4, 5]);
  expect(usualDocuments({ type: 'SP', purpose: 'LEISURE' })).toEqual([1, 4, 5, 3]);
  expect(usualDocuments({ type: 'SP', purpose: 'toString' })).toEqual([1, 4, 5]);
  expect(usualDocuments({ type: 'PP', purpose: 'LEISURE' })).toEqual([1]);
  expect(usualDocuments({ type: 'SB', purpose: '' })).toEqual([12, 8]);
});

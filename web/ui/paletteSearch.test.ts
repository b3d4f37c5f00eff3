import { describe, expect, it } from 'vitest';
import { findEntries } from './paletteSearch.ts';

const entries = [
  { id: 'list', label: 'Requests', group: 'Forex' },
  { id: 'new', label: 'New request', group: 'Forex', keywords: 'sale purchase' },
  { id: 'rates', label: 'Rate card', group: 'Rates' },
  { id: 'prepay', label: 'Prerequisites', group: 'Library' },
];
const ids = (query: string) => findEntries(entries, query).map((entry) => entry.id);

describe('findEntries', () => {
  it('lists everything in order if nothing is typed', () => {
    expect(ids('  ')).toEqual(['list', 'new', 'rates', 'prepay']);
  });

  it('ranks the start of a name before the start of a word before a part', () => {
    expect(ids('REQ')).toEqual(['list', 'new', 'prepay']);
  });

  it('requires every word, in any order, and searches the keywords too', () => {
    expect(ids('request new')).toEqual(['new']);
    expect(ids('sale')).toEqual(['new']);
    expect(ids('forex')).toEqual(['list', 'new']);
    expect(ids('request moon')).toEqual([]);
  });
});

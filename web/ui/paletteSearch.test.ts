import { describe, expect, it } from 'vitest';
import { byKind, findEntries } from './paletteSearch.ts';

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

describe('byKind', () => {
  it('puts customers first and screens last, each in its own order', () => {
    const mixed = [
      { id: 'screen 1', label: 'A', group: '' },
      { id: 'customer 1', label: 'B', group: '', kind: 'customer' as const },
      { id: 'action', label: 'C', group: '', kind: 'action' as const },
      { id: 'screen 2', label: 'D', group: '' },
      { id: 'customer 2', label: 'E', group: '', kind: 'customer' as const },
    ];
    expect(byKind(mixed).map(({ id }) => id)).toEqual([
      'customer 1',
      'customer 2',
      'action',
      'screen 1',
      'screen 2',
    ]);
  });
});

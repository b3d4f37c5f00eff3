import { describe, expect, it } from 'vitest';
import { currentEntry } from './menu.ts';

const groups = [
  { id: 'a', label: 'A', entries: [{ id: 'list', label: 'List', href: '/request' }] },
  { id: 'b', label: 'B', entries: [{ id: 'new', label: 'New', href: '/request/new' }] },
  { id: 'card', label: 'Card', href: '/card' },
  { id: 'out', label: 'Out', onPress: () => undefined },
];

describe('currentEntry', () => {
  it('returns the longest address that is a prefix of the path', () => {
    expect(currentEntry(groups, '/request')?.id).toBe('list');
    expect(currentEntry(groups, '/request/1234')?.id).toBe('list');
    expect(currentEntry(groups, '/request/new')?.id).toBe('new');
  });

  it('finds a screen outside the groups', () => {
    expect(currentEntry(groups, '/card')?.id).toBe('card');
  });

  it('ignores an address that only begins like the path', () => {
    expect(currentEntry(groups, '/requests')).toBeUndefined();
    expect(currentEntry(groups, '/')).toBeUndefined();
  });
});

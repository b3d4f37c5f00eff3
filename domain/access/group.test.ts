import { describe, expect, it } from 'vitest';
import { RIGHTS } from '../rights.ts';
import { allUnder, differences, keysInTree, rightOf, withTick, withTicks, type KeyRight } from './group.ts';

const all = { query: true, add: true, edit: true };
const none = { query: false, add: false, edit: false };

describe('the tree', () => {
  it('holds every key once, each after its parent', () => {
    const keys = keysInTree();
    expect([...keys].sort()).toEqual(RIGHTS.map(({ key }) => key).sort());
    for (const { key, parent } of RIGHTS)
      if (parent !== null)
        expect(keys.indexOf(key)).toBeGreaterThan(keys.findIndex((each) => each === parent));
  });

  it('has more than one level', () => {
    expect(allUnder('TRANSACTION')).toContain('BMAPPROVE');
    expect(allUnder('LOGOUT')).toEqual([]);
  });
});

describe('a tick', () => {
  it('on add or edit also sets query, and query of every parent', () => {
    const rights = withTick([], 'BMAPPROVE', 'edit', true);
    expect(rightOf(rights, 'BMAPPROVE')).toMatchObject({ query: true, add: false, edit: true });
    expect(rightOf(rights, 'TRANREQUESTDETAIL')).toMatchObject({ query: true, add: false, edit: false });
    expect(rightOf(rights, 'TRANSACTION')).toMatchObject({ query: true });
  });

  it('removed from query removes add and edit, and leaves other keys alone', () => {
    const rights: KeyRight[] = [
      { key: 'COUNTRY', ...all },
      { key: 'STATE', ...all },
    ];
    expect(withTick(rights, 'COUNTRY', 'query', false)).toEqual([{ key: 'STATE', ...all }]);
    expect(rightOf(withTick(rights, 'COUNTRY', 'add', false), 'COUNTRY')).toMatchObject({
      ...all,
      add: false,
    });
  });

  it('with children sets or clears the same flag on all descendants', () => {
    const rights = withTicks([], allUnder('AUDIT'), 'query', true);
    expect(rights.map(({ key }) => key).sort()).toEqual(
      ['ASSESSMENT', 'AUDIT', 'DISCREPANCY', 'FLASH', 'FLASHDISCREPANCY'].sort(),
    );
    expect(withTicks(rights, allUnder('AUDIT'), 'query', false).map(({ key }) => key)).toEqual(['AUDIT']);
  });
});

it('a comparison of two groups lists only the differences, in tree order', () => {
  const left: KeyRight[] = [
    { key: 'STATE', ...all },
    { key: 'COUNTRY', ...all },
  ];
  const right: KeyRight[] = [
    { key: 'STATE', ...all },
    { key: 'CITY', ...all },
  ];
  expect(differences(left, right).map(({ key }) => key)).toEqual(['COUNTRY', 'CITY']);
  expect(differences(left, right)[0]).toMatchObject({ left: all, right: none });
  expect(differences(left, left)).toEqual([]);
});

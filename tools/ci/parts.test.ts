import { describe, expect, it } from 'vitest';
import { filesOf, PARTS, split } from '../../e2e/parts.ts';

describe('parts of the journeys', () => {
  it('together are all files, each in one part', () => {
    const parts = PARTS.flatMap((part) => filesOf(String(part), false));
    expect(parts.toSorted()).toEqual(filesOf(undefined, false).toSorted());
    expect(new Set(parts).size).toBe(parts.length);
    expect(parts.length).toBeGreaterThan(20);
  });

  it('contain pictures only on request', () => {
    expect(filesOf(undefined, false)).not.toContain('pictures.spec.ts');
    expect(filesOf(undefined, true)).toContain('pictures.spec.ts');
  });

  it('get a new file without being told of it', () => {
    const files = ['requests.spec.ts', 'new.spec.ts', 'outstanding.spec.ts'];
    expect(split(files, 2)).toEqual([['requests.spec.ts'], ['new.spec.ts', 'outstanding.spec.ts']]);
  });
});

import { describe, expect, it } from 'vitest';
import { NOT_BUILT } from './not-built.ts';
import { PATHS } from './paths.ts';
import { BUILT } from './screens.ts';

describe('paths', () => {
  it('are each either built or listed as not built', () => {
    const built = Object.keys(BUILT);
    const notBuilt = Object.keys(NOT_BUILT);
    console.info(`${built.length} screens built, ${notBuilt.length} not yet: ${notBuilt.join(' ')}`);
    expect([...built, ...notBuilt].sort()).toEqual(Object.keys(PATHS).sort());
    expect(new Set([...built, ...notBuilt]).size).toBe(built.length + notBuilt.length);
  });

  it('are public only if the specification requires no sign-in', () => {
    const open = Object.entries(PATHS).filter(([, need]) => need === 'public');
    expect(open.map(([path]) => path.split('/')[1]).sort()).toEqual(['cf', 'ratebatch', 'renewal-documents']);
  });
});

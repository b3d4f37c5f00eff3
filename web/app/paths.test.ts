import { describe, expect, it } from 'vitest';
import { PATHS } from './paths.ts';

describe('paths', () => {
  it('are public only if the specification requires no sign-in', () => {
    const open = Object.entries(PATHS).filter(([, need]) => need === 'public');
    expect(open.map(([path]) => path.split('/')[1]).sort()).toEqual(['cf', 'ratebatch', 'renewal-documents']);
  });
});

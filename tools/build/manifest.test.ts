import { expect, it } from 'vitest';
import { circleIn, type Manifest } from './manifest.ts';

const chunk = (...imports: string[]) => ({ file: 'assets/a.js', imports });

it('a build whose files import each other in one direction has no circle', () => {
  const manifest: Manifest = {
    index: chunk('kit', 'base'),
    kit: chunk('base'),
    base: chunk(),
    lazy: chunk('kit'),
  };
  expect(circleIn(manifest)).toBeNull();
});

it('a circle is named file by file', () => {
  const manifest: Manifest = {
    index: chunk('kit'),
    kit: chunk('parts'),
    parts: chunk('frame'),
    frame: chunk('kit'),
  };
  expect(circleIn(manifest)).toBe('kit > parts > frame > kit');
});

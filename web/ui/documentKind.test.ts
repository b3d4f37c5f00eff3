import { describe, expect, it } from 'vitest';
import { kindOf } from './documentKind.ts';

describe('kindOf', () => {
  it.each([
    ['pan.JPG', 'picture'],
    ['passport.front.jpeg', 'picture'],
    ['a.png', 'picture'],
    ['a.gif', 'picture'],
    ['a.bmp', 'picture'],
    ['a.PDF', 'pdf'],
    ['a.tif', 'converted'],
    ['a.tiff', 'converted'],
    ['a.svg', 'other'],
    ['a.html', 'other'],
    ['a.docx', 'other'],
    ['a.constructor', 'other'],
    ['pdf', 'other'],
    ['', 'other'],
  ])('%s is shown as %s', (name, kind) => expect(kindOf(name)).toBe(kind));
});

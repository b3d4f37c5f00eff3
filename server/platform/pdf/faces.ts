import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font, type Glyph } from 'fontkit';
import type { Weight } from './description.ts';

/**
 * Inter, the font of the screens. Each font file is read once for all documents. Layout is glyph by glyph, with tabular
 * figures and kerning only: shaping with every feature of the font took a second for a page.
 */

const require = createRequire(import.meta.url);
const FILES = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  strong: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
} as const satisfies Record<Weight, string>;
export const WEIGHTS = Object.keys(FILES) as readonly Weight[];

/** Drawn instead of a character that the font does not have. */
const UNKNOWN = '□'.codePointAt(0) ?? 0;
const DIGITS = '0123456789';
/** Features that would join or replace glyphs; of the rest only `tnum` and `kern` are wanted. */
const OFF = Object.fromEntries(
  ['calt', 'ccmp', 'clig', 'liga', 'locl', 'mark', 'mkmk', 'rclt', 'rlig'].map((feature) => [feature, false]),
);

interface Position {
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
}
interface PlacedGlyph extends Pick<Glyph, 'id' | 'advanceWidth'> {
  readonly codePoints: readonly number[];
}
interface Run {
  readonly glyphs: readonly PlacedGlyph[];
  readonly positions: readonly Position[];
  readonly advanceWidth: number;
}

const shape = (font: Font, text: string, features: Readonly<Record<string, boolean>>) =>
  font.layout(text, { ...OFF, ...features });

/** Glyphs remember the first character they were requested for, so each document gets its own copies. */
function glyphsOf(font: Font): (codePoint: number) => PlacedGlyph {
  const tabular = new Map(
    shape(font, DIGITS, { tnum: true }).glyphs.map((glyph, index) => [DIGITS.charCodeAt(index), glyph]),
  );
  const known = new Map<number, PlacedGlyph>();
  return (codePoint) => {
    const found = known.get(codePoint);
    if (found !== undefined) return found;
    const drawn = font.hasGlyphForCodePoint(codePoint) ? codePoint : UNKNOWN;
    const { id, advanceWidth } = tabular.get(codePoint) ?? font.glyphForCodePoint(drawn);
    const glyph = { id, advanceWidth, codePoints: [drawn] };
    known.set(codePoint, glyph);
    return glyph;
  };
}

const isLetter = (codePoint: number): boolean => codePoint > 64;

/** The kerning between two letters, looked up once for each pair. */
function kerningOf(font: Font): (first: number, second: number) => number {
  const known = new Map<number, number>();
  return (first, second) => {
    if (!isLetter(first)) return 0;
    const pair = first * 0x11_0000 + second;
    const found = known.get(pair);
    if (found !== undefined) return found;
    const { positions, glyphs } = shape(font, String.fromCodePoint(first, second), { kern: true });
    const kerning = (positions[0]?.xAdvance ?? 0) - (glyphs[0]?.advanceWidth ?? 0);
    known.set(pair, kerning);
    return kerning;
  };
}

/** A font for the PDF library, with its layout replaced by the plain one. */
function openFace(file: string): Font {
  const font = create(readFileSync(file)) as Font;
  const glyphOf = glyphsOf(font);
  const kern = kerningOf(font);
  const layout = (text: string): Run => {
    const codePoints = Array.from(text, (character) => character.codePointAt(0) ?? UNKNOWN);
    const glyphs = codePoints.map(glyphOf);
    const positions = glyphs.map(({ advanceWidth }, index) => {
      const next = codePoints[index + 1];
      const xAdvance = advanceWidth + (next === undefined ? 0 : kern(codePoints[index] ?? 0, next));
      return { xAdvance, yAdvance: 0, xOffset: 0, yOffset: 0 };
    });
    return {
      glyphs,
      positions,
      // Read after the library has scaled the positions in place.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };
  return Object.create(font, { layout: { value: layout } }) as Font;
}

const opened = new Map<Weight, Font>();

export function faceOf(weight: Weight): Font {
  const face = opened.get(weight) ?? openFace(FILES[weight]);
  opened.set(weight, face);
  return face;
}

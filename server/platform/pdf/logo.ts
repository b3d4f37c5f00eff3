import sharp from 'sharp';

/** Four times as fine as it is printed, so that it stays sharp on paper. */
const MAX_PIXELS = { width: 720, height: 260 } as const;
const MAX_INPUT_PIXELS = 40_000_000;

/**
 * A logo as papers carry it: PNG on white, no larger than they print it, whatever kind of picture came. Null where the
 * bytes are no picture: a paper without its logo is better than none.
 */
export async function printableLogo(bytes: Buffer): Promise<Buffer | null> {
  try {
    return await sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS })
      .rotate()
      .resize({ ...MAX_PIXELS, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .png()
      .toBuffer();
  } catch {
    return null;
  }
}

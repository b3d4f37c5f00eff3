import { drawLogo } from '../files/pools.ts';

/**
 * A logo for papers: PNG on white, at most as large as they print it, from any kind of picture. Null if the bytes are
 * not a picture, because a paper without a logo is better than no paper.
 */
export async function printableLogo(bytes: Uint8Array): Promise<Buffer | null> {
  const png = await drawLogo(bytes);
  return png && Buffer.from(png);
}

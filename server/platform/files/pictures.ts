/** Operations on pictures. Native code decodes them and cannot be interrupted, so only a limited child does it. */
import sharp, { type Sharp } from 'sharp';
import { MAX_LOGO_PIXELS, MAX_PREVIEW_PIXELS, MAX_PREVIEW_SIDE_PIXELS } from '../limits.ts';

// A cache would keep other people's documents, and libvips threads would not follow the child's priority.
sharp.cache(false);
sharp.concurrency(1);

export type DrawnPage =
  | { readonly png: Uint8Array; readonly pages: number }
  | { readonly refused: 'noSuchPage' | 'tooLarge' | 'unreadable' };

/** The header of a picture; null if it is not a picture. Nothing is decoded. */
export async function pictureHeader(
  picture: string | Uint8Array,
): Promise<{ readonly format: string; readonly pixels: number; readonly pages: number } | null> {
  try {
    const { format, width, height, pages = 1 } = await open(picture, false).metadata();
    return { format, pixels: width * height, pages };
  } catch {
    return null;
  }
}

/** One page of a TIFF as PNG, at most as large as a screen shows. Pages count from 1. */
export async function tiffPage(tiff: Uint8Array, page: number): Promise<DrawnPage> {
  const first = await pictureHeader(tiff);
  if (first?.format !== 'tiff') return { refused: 'unreadable' };
  if (!Number.isSafeInteger(page) || page < 1 || page > first.pages) return { refused: 'noSuchPage' };
  const side = MAX_PREVIEW_SIDE_PIXELS;
  try {
    const wanted = open(tiff, MAX_PREVIEW_PIXELS, page - 1);
    const { width, height } = await wanted.metadata();
    if (width * height > MAX_PREVIEW_PIXELS) return { refused: 'tooLarge' };
    const png = await wanted
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
    return { png, pages: first.pages };
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit');
    return { refused: isTooLarge ? 'tooLarge' : 'unreadable' };
  }
}

/** Four times the printed resolution, so that the logo stays sharp on paper. */
const LOGO_BOX = { width: 720, height: 260 } as const;

/** A logo for papers: PNG on white, at most as large as they print it. Null if the bytes are not a picture. */
export async function logoAsPng(picture: Uint8Array): Promise<Uint8Array | null> {
  try {
    return await open(picture, MAX_LOGO_PIXELS, 0, 'warning')
      .rotate()
      .resize({ ...LOGO_BOX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .png()
      .toBuffer();
  } catch {
    return null;
  }
}

function open(
  picture: string | Uint8Array,
  limitInputPixels: number | false,
  page = 0,
  failOn: 'error' | 'warning' = 'error',
): Sharp {
  return sharp(picture, { page, limitInputPixels, failOn });
}

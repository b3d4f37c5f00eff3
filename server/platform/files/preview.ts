import { Readable } from 'node:stream';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import {
  MAX_PICTURE_PIXELS,
  MAX_PREVIEW_SIDE_PIXELS,
  MAX_UPLOAD_BYTES,
  PREVIEW_TIMEOUT_SECONDS,
} from '../limits.ts';
import { mimeOf } from './kinds.ts';
import type { FileExtension } from './kinds.ts';
import type { ObjectStore } from './store.ts';

/** The extensions that can be shown in place: fixed by the specification. */
export const PREVIEW_EXTENSIONS = [
  'jpg',
  'jpeg',
  'png',
  'tif',
  'gif',
  'pdf',
  'bmp',
] as const satisfies readonly FileExtension[];

export type PreviewExtension = (typeof PREVIEW_EXTENSIONS)[number];

/** Whether a file of this extension can be shown in place. */
export function isPreviewable(extension: string): extension is PreviewExtension {
  return (PREVIEW_EXTENSIONS as readonly string[]).includes(extension);
}

export interface Preview {
  readonly mime: string;
  readonly body: Readable;
  /** Pages that can be asked for one by one; 1 for what the browser pages through itself. */
  readonly pages: number;
}

/** Why there is no preview: the file is fine to download. */
export class PreviewRefused extends Error {
  override readonly name = 'PreviewRefused';
  readonly reason: 'noSuchPage' | 'tooLarge' | 'unreadable';
  constructor(reason: PreviewRefused['reason'], cause?: unknown) {
    super(`no preview: ${reason}`, { cause });
    this.reason = reason;
  }
}

// Previews are made once in a while; what a cache would keep is other people's documents.
sharp.cache(false);

/** What a browser can show of a stored file: its own bytes, or one page of a TIFF as PNG. Pages count from 1. */
export async function openPreview(
  store: ObjectStore,
  file: { readonly hash: string; readonly extension: PreviewExtension },
  page = 1,
): Promise<Preview> {
  const bytes = await store.get(file.hash);
  if (file.extension !== 'tif') {
    if (page === 1) return { mime: mimeOf(file.extension), body: bytes, pages: 1 };
    bytes.destroy();
    throw new PreviewRefused('noSuchPage');
  }
  const { png, pages } = await tiffPageAsPng(await collect(bytes), page);
  return { mime: 'image/png', body: Readable.from([png], { objectMode: false }), pages };
}

/** One page of a TIFF as PNG, within limits of pixels and time. */
export async function tiffPageAsPng(
  tiff: Uint8Array,
  page: number,
): Promise<{ readonly png: Buffer; readonly pages: number }> {
  try {
    const { pages = 1 } = await openTiff(tiff, 1).metadata();
    if (!Number.isSafeInteger(page) || page < 1 || page > pages) throw new PreviewRefused('noSuchPage');
    const side = MAX_PREVIEW_SIDE_PIXELS;
    const png = await openTiff(tiff, page)
      .timeout({ seconds: PREVIEW_TIMEOUT_SECONDS })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
    return { png, pages };
  } catch (error) {
    if (error instanceof PreviewRefused) throw error;
    const isTooMuch = error instanceof Error && /pixel limit|timeout/i.test(error.message);
    throw new PreviewRefused(isTooMuch ? 'tooLarge' : 'unreadable', error);
  }
}

function openTiff(tiff: Uint8Array, page: number): Sharp {
  return sharp(tiff, { page: page - 1, limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' });
}

/** A whole file in memory, because a TIFF is read back and forth; no upload is larger than this. */
async function collect(bytes: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_UPLOAD_BYTES) throw new PreviewRefused('tooLarge');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

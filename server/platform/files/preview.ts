import { Readable } from 'node:stream';
import { TaskEnded } from '../children/limited-child.ts';
import { Busy } from '../gate.ts';
import { MAX_UPLOAD_BYTES } from '../limits.ts';
import { mimeOf } from './kinds.ts';
import type { FileExtension } from './kinds.ts';
import type { DrawnPage } from './pictures.ts';
import { drawPage } from './pools.ts';
import type { ObjectStore } from './store.ts';

/** The extensions that can be previewed, fixed by the specification. */
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

/** Whether a file with this extension can be previewed. */
export function isPreviewable(extension: string): extension is PreviewExtension {
  return (PREVIEW_EXTENSIONS as readonly string[]).includes(extension);
}

export interface Preview {
  readonly mime: string;
  readonly body: Readable;
  /** The number of pages that can be requested one by one; 1 if the browser does the paging. */
  readonly pages: number;
}

/** Why there is no preview. The file can still be downloaded. */
export class PreviewRefused extends Error {
  override readonly name = 'PreviewRefused';
  readonly reason: 'noSuchPage' | 'tooLarge' | 'unreadable' | 'busy';
  constructor(reason: PreviewRefused['reason'], cause?: unknown) {
    super(`no preview: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** The displayable form of a stored file: its own bytes, or one page of a TIFF as PNG. Pages count from 1. */
export async function openPreview(
  store: ObjectStore,
  file: { readonly hash: string; readonly extension: PreviewExtension },
  page = 1,
): Promise<Preview> {
  if (file.extension !== 'tif') {
    if (page !== 1) throw new PreviewRefused('noSuchPage');
    return { mime: mimeOf(file.extension), body: await store.get(file.hash), pages: 1 };
  }
  const { png, pages } = await tiffPageAsPng(async () => collect(await store.get(file.hash)), page);
  return { mime: 'image/png', body: Readable.from([png], { objectMode: false }), pages };
}

/** One page of a TIFF as PNG, rendered in another process with limits on pixels, memory and time. */
export async function tiffPageAsPng(
  fetchTiff: () => Promise<Uint8Array>,
  page: number,
): Promise<{ readonly png: Buffer; readonly pages: number }> {
  const drawn = await drawPage(fetchTiff, page).catch((error: unknown): DrawnPage => {
    if (error instanceof Busy) throw new PreviewRefused('busy', error);
    if (error instanceof TaskEnded) return { refused: 'tooLarge' };
    throw error;
  });
  if ('refused' in drawn) throw new PreviewRefused(drawn.refused);
  return { png: Buffer.from(drawn.png), pages: drawn.pages };
}

/** A whole file in memory, because reading a TIFF needs random access; no upload is larger than this. */
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

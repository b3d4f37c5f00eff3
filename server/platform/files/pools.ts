import { ProcessPool } from '../children/pool.ts';
import { INSPECTION_POOL, RENDERING_POOL } from '../limits.ts';
import type { FileTask } from './files.child.ts';
import type { FileExtension } from './kinds.ts';
import type { DrawnPage } from './pictures.ts';

const script = new URL('./files.child.ts', import.meta.url);

/** Inspection of uploads has its own pool, so that slow rendering does not delay it. */
export const inspectionPool = new ProcessPool({ script, ...INSPECTION_POOL });
export const renderingPool = new ProcessPool({ script, ...RENDERING_POOL });

/** Whether the content of a file matches its extension. */
export async function inspect(extension: FileExtension, path: string): Promise<boolean> {
  const task: FileTask = { kind: 'matches', extension, path };
  return (await inspectionPool.run(() => task)) === true;
}

/** One page of a TIFF as PNG. The bytes are fetched only when a process is free to render them. */
export async function drawPage(fetchTiff: () => Promise<Uint8Array>, page: number): Promise<DrawnPage> {
  return (await renderingPool.run(async (): Promise<FileTask> => ({
    kind: 'tiffPage',
    tiff: await fetchTiff(),
    page,
  }))) as DrawnPage;
}

/** A logo for papers; null if the bytes are not a picture. */
export async function drawLogo(picture: Uint8Array): Promise<Uint8Array | null> {
  const task: FileTask = { kind: 'logo', picture };
  return (await renderingPool.run(() => task)) as Uint8Array | null;
}

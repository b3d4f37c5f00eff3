import { mkdirSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const README_FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const FOLDER = fileURLToPath(new URL('../../.cache/pictures/', import.meta.url));

/**
 * Stores a picture of a screen or a paper. Pictures shown in README are in the repository and are renewed there; all
 * others go to .cache/pictures, to review a change. A palette reduces a picture to a quarter of its size.
 */
export async function keepPicture(name: string, picture: Buffer, margin = 0): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const folder = readdirSync(README_FOLDER).includes(`${name}.png`) ? README_FOLDER : FOLDER;
  await sharp(picture)
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#fff' })
    .png({ palette: true, effort: 10 })
    .toFile(`${folder}${name}.png`);
}

/** Works on users' files in a separate process, which the parent kills when it takes too long. */
import sharp from 'sharp';
import { serveTasks } from '../children/child.ts';
import { contentMatches } from './contents.ts';
import type { FileExtension } from './kinds.ts';
import { logoAsPng, tiffPage } from './pictures.ts';

export type FileTask =
  | { readonly kind: 'matches'; readonly extension: FileExtension; readonly path: string }
  | { readonly kind: 'tiffPage'; readonly tiff: Uint8Array; readonly page: number }
  | { readonly kind: 'logo'; readonly picture: Uint8Array };

/** The library reads many formats. Only those that uploads allow are enabled. */
const LOADERS = ['Jpeg', 'Png', 'Tiff', 'Nsgif'].map((format) => `VipsForeignLoad${format}`);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

serveTasks(async (task: FileTask) => {
  switch (task.kind) {
    case 'matches':
      return contentMatches(task.extension, task.path);
    case 'tiffPage':
      return tiffPage(task.tiff, task.page);
    case 'logo':
      return logoAsPng(task.picture);
  }
});

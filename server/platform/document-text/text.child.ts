/** Reads the text of users' files in a separate process, which the parent kills when one takes too long. */
import { serveTasks } from '../children/child.ts';
import { MAX_TEXT_UNPACKED_BYTES } from '../limits.ts';
import { readLegacy } from '../xlsx/legacy.ts';
import { ZipParts } from '../xlsx/zip-parts.ts';
import { TextCollector } from './collector.ts';
import type { ReadableExtension } from './kinds.ts';
import { readOffice } from './office.ts';

export interface TextTask {
  readonly extension: ReadableExtension;
  readonly bytes: Uint8Array;
  readonly maxBytes: number;
}

const MAX_LEGACY_ROWS = 65_536;

async function collect({ extension, bytes }: TextTask, collector: TextCollector): Promise<void> {
  switch (extension) {
    case 'pdf': {
      // The library is large and most files do not need it.
      const { readPdf } = await import('./pdf.ts');
      return readPdf(new Uint8Array(bytes), collector);
    }
    case 'docx':
    case 'xlsx':
      return readOffice(extension, new ZipParts(Buffer.from(bytes), MAX_TEXT_UNPACKED_BYTES), collector);
    case 'xls':
      return readLegacy(Buffer.from(bytes), MAX_LEGACY_ROWS, (_row, cells) => {
        for (const cell of cells)
          if (typeof cell === 'string' || typeof cell === 'number') collector.add(`${cell} `);
      });
  }
}

serveTasks(async (task: TextTask): Promise<string> => {
  const collector = new TextCollector(task.maxBytes);
  try {
    await collect(task, collector);
  } catch {
    // A file that is damaged or protected is found by the words before the damage.
  }
  return collector.end();
});

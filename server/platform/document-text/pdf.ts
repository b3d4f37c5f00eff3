import { getDocumentProxy } from 'unpdf';
import { MAX_TEXT_PAGES } from '../limits.ts';
import type { TextCollector } from './collector.ts';

/** The words of a PDF, page by page, until the collector is full. Scripts and fonts of the file are not run. */
export async function readPdf(bytes: Uint8Array, collector: TextCollector): Promise<void> {
  const document = await getDocumentProxy(bytes, {
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    verbosity: 0,
  });
  try {
    const pages = Math.min(document.numPages, MAX_TEXT_PAGES);
    for (let number = 1; number <= pages && !collector.isFull; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      for (const item of items) if ('str' in item) collector.add(item.hasEOL ? `${item.str} ` : item.str);
      collector.add(' ');
      page.cleanup();
    }
  } finally {
    await document.loadingTask.destroy();
  }
}

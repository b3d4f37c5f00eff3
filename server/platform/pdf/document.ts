import PDFDocument from 'pdfkit';
import { faceOf, WEIGHTS } from './faces.ts';

/** An empty document of the library, with our fonts registered under their weights. */
export function openDocument(info: PDFKit.DocumentInfo): PDFKit.PDFDocument {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en-IN',
    displayTitle: true,
    // Otherwise the library opens its own font, which no page uses.
    font: null as unknown as string,
    info,
  });
  for (const weight of WEIGHTS)
    // The library also accepts an open font, but its types do not declare this.
    document.registerFont(weight, faceOf(weight) as unknown as Buffer);
  return document;
}

/**
 * Starts a new page. The library keeps each of the thousands of instructions of a page in an array of its own until the document ends,
 * so the instructions of a full page are joined: the largest report then takes 100 MB instead of 400.
 */
export function startPage(document: PDFKit.PDFDocument): void {
  const { content } = document.page as unknown as { readonly content: { buffer: Uint8Array[] } };
  content.buffer = [Buffer.concat(content.buffer)];
  document.addPage();
}

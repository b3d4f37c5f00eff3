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

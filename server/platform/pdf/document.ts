import PDFDocument from 'pdfkit';
import { faceOf, WEIGHTS } from './faces.ts';

/** An empty document of the library, with our faces under the names of their weights. */
export function openDocument(info: PDFKit.DocumentInfo): PDFKit.PDFDocument {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en-IN',
    displayTitle: true,
    // Else the library opens a face of its own that no page uses.
    font: null as unknown as string,
    info,
  });
  for (const weight of WEIGHTS)
    // A face that is open already is taken as well, which the library's types do not say.
    document.registerFont(weight, faceOf(weight) as unknown as Buffer);
  return document;
}

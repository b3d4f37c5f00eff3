import type { PreviewDocument } from '../ui/DocumentPreview.tsx';

function drawCard(label: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = 1000;
  canvas.height = 640;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('No canvas to draw on');
  pen.fillStyle = '#e8efe9';
  pen.fillRect(0, 0, 1000, 640);
  pen.strokeStyle = '#135039';
  pen.lineWidth = 8;
  pen.strokeRect(24, 24, 952, 592);
  pen.fillStyle = '#1c201e';
  pen.font = '600 56px sans-serif';
  pen.fillText(label, 80, 140);
  pen.font = '36px sans-serif';
  ['Name        ASHA KULKARNI', 'Number    XXXXXX1234', 'Valid until  31/03/2031'].forEach((line, row) =>
    pen.fillText(line, 80, 260 + row * 80),
  );
  return canvas;
}

const toBlob = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture was made')))),
  );

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 44>>stream
BT /F 24 Tf 40 200 Td (A document) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`;

/** Generates one document of each kind that the preview supports. */
export async function sampleDocuments(): Promise<readonly PreviewDocument[]> {
  const picture = await toBlob(drawCard('IDENTITY CARD'));
  const scan = drawCard('SCANNED AS TIFF').toDataURL();
  return [
    { id: 'card', name: 'identity-card.png', source: picture },
    { id: 'scan', name: 'scan.tif', source: new Blob([]), pictureUrl: scan },
    { id: 'pdf', name: 'agreement.pdf', source: new Blob([PDF], { type: 'application/pdf' }) },
    { id: 'sheet', name: 'list.xlsx', source: new Blob(['x']) },
    { id: 'broken', name: 'broken.jpg', source: new Blob(['not a picture'], { type: 'image/jpeg' }) },
  ];
}

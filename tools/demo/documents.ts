import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Small valid files, generated in code so that they have the same bytes on every machine. */

/** A page of A4 with a heading and lines, as a PDF with a valid cross-reference table. */
export function letter(title: string, lines: readonly string[]): Buffer {
  const shown = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`;
  const content = [
    'BT /F2 20 Tf 60 760 Td',
    `${shown(title)} Tj ET`,
    '0.8 w 60 744 m 535 744 l S',
    'BT /F1 12 Tf 60 712 Td 20 TL',
    ...lines.map((line) => `${shown(line)} Tj T*`),
    'ET',
    '60 120 m 230 120 l S',
    'BT /F1 10 Tf 60 104 Td (Signature and seal) Tj ET',
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
  ];
  let text = '%PDF-1.4\n';
  const entries = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const WIDTH = 320;
const HEIGHT = 200;

/** A scanned card: a frame, a band and grey bars in place of text. */
function scan(band: readonly [number, number, number]): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3, 0xfa);
  const box = (x: number, y: number, w: number, h: number, colour: readonly number[]) => {
    for (let row = y; row < y + h; row += 1)
      for (let column = x; column < x + w; column += 1) pixels.set(colour, (row * WIDTH + column) * 3);
  };
  box(0, 0, WIDTH, HEIGHT, [0xd0, 0xd4, 0xd2]);
  box(6, 6, WIDTH - 12, HEIGHT - 12, [0xfa, 0xf8, 0xf0]);
  box(6, 6, WIDTH - 12, 34, band);
  box(22, 60, 74, 92, [0xc4, 0xc8, 0xc6]);
  for (const [index, width] of [150, 170, 120, 140, 90].entries())
    box(116, 64 + index * 20, width, 9, [0x5a, 0x60, 0x5e]);
  box(22, 168, 110, 6, [0x8a, 0x90, 0x8e]);
  return pixels;
}

function png(pixels: Buffer): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Array.from({ length: HEIGHT }, (_, row) =>
    Buffer.concat([Buffer.from([0]), pixels.subarray(row * WIDTH * 3, (row + 1) * WIDTH * 3)]),
  );
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A TIFF without compression, with one strip per page, as the simplest scanners write it. */
function tiff(pages: readonly Buffer[]): Buffer {
  const SHORT = 3;
  const LONG = 4;
  const TAGS = 10;
  const directoryBytes = 2 + TAGS * 12 + 4;
  const pageBytes = directoryBytes + 6 + WIDTH * HEIGHT * 3;
  const file = Buffer.alloc(8 + pages.length * pageBytes);
  file.write('II*\0', 0, 'latin1');
  file.writeUInt32LE(8, 4);
  for (const [index, pixels] of pages.entries()) {
    const start = 8 + index * pageBytes;
    const bits = start + directoryBytes;
    const entries: readonly (readonly [number, number, number, number])[] = [
      [256, LONG, 1, WIDTH],
      [257, LONG, 1, HEIGHT],
      [258, SHORT, 3, bits],
      [259, SHORT, 1, 1],
      [262, SHORT, 1, 2],
      [273, LONG, 1, bits + 6],
      [277, SHORT, 1, 3],
      [278, LONG, 1, HEIGHT],
      [279, LONG, 1, pixels.length],
      [284, SHORT, 1, 1],
    ];
    file.writeUInt16LE(TAGS, start);
    for (const [at, [tag, type, count, value]] of entries.entries()) {
      file.writeUInt16LE(tag, start + 2 + at * 12);
      file.writeUInt16LE(type, start + 4 + at * 12);
      file.writeUInt32LE(count, start + 6 + at * 12);
      file.writeUInt32LE(value, start + 10 + at * 12);
    }
    const isLast = index === pages.length - 1;
    file.writeUInt32LE(isLast ? 0 : start + pageBytes, start + 2 + TAGS * 12);
    for (const channel of [0, 2, 4]) file.writeUInt16LE(8, bits + channel);
    pixels.copy(file, bits + 6);
  }
  return file;
}

const licence = (name: string, number: string) =>
  letter('Full Fledged Money Changer licence', [
    `Granted to: ${name}`,
    `Number: ${number}`,
    'This is a sample made for a demonstration. It is not a licence.',
  ]);

/** A document of one sentence for a word processor: three uncompressed parts in an archive. */
function wordDocument(sentence: string): Buffer {
  const parts = {
    '[Content_Types].xml': `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${sentence}</w:t></w:r></w:p></w:body></w:document>`,
  };
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(text)];
    // Version 2.0, no flags, stored without compression, 1 January 1980.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x21, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    files.push(Buffer.from('PK\u0003\u0004'), facts, path, bytes);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0'), facts, place, path);
    offset += 30 + path.length + bytes.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length / 4, 4);
  end.writeUInt16LE(files.length / 4, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, listed, Buffer.from('PK\u0005\u0006'), end]);
}

/** A paper with what its row stores of it. */
export function stored<Paper extends { readonly name: string; readonly bytes: Buffer }>(paper: Paper) {
  const { name, bytes } = paper;
  return {
    ...paper,
    extension: name.slice(name.lastIndexOf('.') + 1),
    hash: createHash('sha256').update(bytes).digest('hex'),
  };
}

/** The documents of the demo's entities. Kinds are those of masters.document_kind; days count from today. */
export const DEMO_DOCUMENTS = [
  {
    entity: 'MUM',
    kind: 1,
    name: 'rbi-licence-mumbai.pdf',
    status: 'A',
    day: -398,
    bytes: licence('Mumbai Fort', 'FFMC/MUM/0142/2018'),
  },
  {
    entity: 'DEL',
    kind: 1,
    name: 'rbi-licence-delhi.pdf',
    status: 'A',
    day: -515,
    bytes: licence('Delhi Connaught Place', 'FFMC/DEL/0088/2017'),
  },
  {
    entity: 'GOA',
    kind: 2,
    name: 'agreement-goa.pdf',
    status: 'A',
    day: -350,
    bytes: letter('Franchise agreement', [
      'Between the company and Goa Panjim Forex.',
      'This is a sample made for a demonstration.',
    ]),
  },
  {
    entity: 'GOA',
    kind: 3,
    name: 'pan-card-goa.png',
    status: 'A',
    day: -350,
    bytes: png(scan([0x2a, 0x5c, 0x9a])),
  },
  {
    entity: 'GOA',
    kind: 6,
    name: 'premises-goa.tif',
    status: 'A',
    day: -3,
    bytes: tiff([scan([0x1d, 0x61, 0x47]), scan([0x9c, 0x6d, 0x06])]),
  },
  {
    entity: 'JAI',
    kind: 3,
    name: 'pan-card-jaipur.png',
    status: 'A',
    day: -318,
    bytes: png(scan([0x8f, 0x1d, 0x17])),
  },
  {
    entity: 'JAI',
    kind: 4,
    name: 'gst-jaipur.pdf',
    status: 'R',
    day: -30,
    bytes: letter('GST registration', ['Pink City Exchange', 'This is a sample made for a demonstration.']),
  },
  {
    entity: 'KOC',
    kind: 1,
    name: 'licence-kochi.pdf',
    status: 'A',
    day: -1,
    bytes: licence('Kochi Marine Drive Forex', 'FRN/BLR/KOC/0231'),
  },
].map(stored);

/**
 * The papers of the demo's audits: proofs of replies, those of the attendance row with their kind, old flash audits, and what
 * customers give with their kind.
 */
export const DEMO_PAPERS = [
  {
    use: 'proof',
    kind: '',
    name: 'pan-card-of-traveller.pdf',
    bytes: letter('Copy of a PAN card', [
      'As asked by the auditor.',
      'This is a sample made for a demonstration.',
    ]),
  },
  {
    use: 'proof',
    kind: '',
    name: 'memo-signed.tif',
    bytes: tiff([scan([0x2a, 0x5c, 0x9a]), scan([0x8f, 0x1d, 0x17])]),
  },
  {
    use: 'proof',
    kind: '',
    name: 'a2-form.pdf',
    bytes: letter('Form A2', ['Signed by the traveller.', 'This is a sample made for a demonstration.']),
  },
  {
    use: 'attendance',
    kind: 'ATT1',
    name: 'attendance-sheet.pdf',
    bytes: letter('Attendance sheet', ['All staff of the branch signed in.', 'This is a sample.']),
  },
  { use: 'attendance', kind: 'ATT2', name: 'group-photo.png', bytes: png(scan([0x1d, 0x61, 0x47])) },
  {
    use: 'flash',
    kind: '',
    name: 'flash-audit-sheet.pdf',
    bytes: letter('Flash audit', ['Notes counted and found equal to the register.', 'This is a sample.']),
  },
  { use: 'flash', kind: '', name: 'flash-audit-photo.png', bytes: png(scan([0x6b, 0x4e, 0x16])) },
  { use: 'flash', kind: '', name: 'flash-audit-notes.docx', bytes: wordDocument('Flash audit of the vault') },
  { use: 'count', kind: '', name: 'recount.png', bytes: png(scan([0x8f, 0x1d, 0x17])) },
  { use: 'customer', kind: 'Passport', name: 'passport.png', bytes: png(scan([0x13, 0x50, 0x39])) },
  {
    use: 'customer',
    kind: 'Ticket',
    name: 'ticket.pdf',
    bytes: letter('Ticket', ['Mumbai to Singapore and back.', 'This is a sample made for a demonstration.']),
  },
  { use: 'customer', kind: 'PAN card', name: 'pan-card.png', bytes: png(scan([0x2a, 0x5c, 0x9a])) },
].map(stored);

const sample = 'This is a sample made for a demonstration.';
const agreed = (name: string) => letter('Franchise agreement', [`Between the company and ${name}.`, sample]);

/**
 * The licence documents of the running demo: Goa is in the middle of its renewal, Jaipur has finished it. `page` says that a
 * document came by the renewal page.
 */
export const DEMO_LICENCES = [
  {
    entity: 'GOA',
    kind: 4,
    name: 'gst-reg06-goa.pdf',
    status: 'P',
    page: true,
    day: -1,
    bytes: letter('Registration Certificate', [
      'Government of India, Form GST REG-06',
      'Legal name: Goa Panjim Forex',
      'Principal place of business: 5 Rua de Ormuz, Panjim, Goa 403001',
      'Type of registration: Regular',
      sample,
    ]),
  },
  {
    entity: 'GOA',
    kind: 5,
    name: 'shop-certificate-goa.png',
    status: 'R',
    page: true,
    day: -4,
    bytes: png(scan([0x7a, 0x3b, 0x8f])),
  },
  {
    entity: 'COUN1',
    kind: 6,
    name: 'address-proof-overseas.pdf',
    status: 'P',
    page: false,
    day: -2,
    bytes: letter('Address proof', ['Overseas Study Councilors, 9 Barakhamba Road, New Delhi', sample]),
  },
  ...[
    {
      kind: 1,
      name: 'rbi-licence-jaipur.pdf',
      bytes: licence('Jaipur Pink City Exchange', 'FRN/DEL/JAI/0198'),
    },
    { kind: 2, name: 'agreement-jaipur.pdf', bytes: agreed('Jaipur Pink City Exchange') },
    { kind: 5, name: 'shop-certificate-jaipur.png', bytes: png(scan([0x13, 0x50, 0x39])) },
    { kind: 6, name: 'premises-jaipur.png', bytes: png(scan([0x9c, 0x6d, 0x06])) },
  ].map((paper) => ({ ...paper, entity: 'JAI', status: 'A', page: true, day: -20 })),
].map(stored);

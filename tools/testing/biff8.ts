import { compoundSample } from './samples.ts';

/**
 * A .xls workbook (BIFF8) of one sheet. The library writes one too, but for a long sheet it takes a minute of processor
 * time.
 */

const RECORDS = { start: 0x0809, end: 0x000a, sheet: 0x0085, number: 0x0203, text: 0x0204 } as const;
const PARTS = { workbook: 0x0005, sheet: 0x0010 } as const;

function record(type: keyof typeof RECORDS, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(RECORDS[type], 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
}

function start(part: keyof typeof PARTS): Buffer {
  const content = Buffer.alloc(16);
  content.writeUInt16LE(0x0600, 0);
  content.writeUInt16LE(PARTS[part], 2);
  return record('start', content);
}

function cell(row: number, column: number, value: string | number): Buffer {
  const place = Buffer.alloc(6);
  place.writeUInt16LE(row, 0);
  place.writeUInt16LE(column, 2);
  if (typeof value === 'number') {
    const number = Buffer.alloc(8);
    number.writeDoubleLE(value);
    return record('number', Buffer.concat([place, number]));
  }
  const length = Buffer.alloc(3);
  length.writeUInt16LE(value.length, 0);
  return record('text', Buffer.concat([place, length, Buffer.from(value, 'latin1')]));
}

export function biff8Sample(rows: readonly (readonly (string | number)[])[]): Buffer {
  const name = Buffer.from('Sheet', 'latin1');
  const end = record('end', Buffer.alloc(0));
  const workbook = start('workbook');
  const entry = Buffer.alloc(8 + name.length);
  entry.writeUInt32LE(workbook.length + 4 + entry.length + end.length, 0);
  entry.writeUInt8(name.length, 6);
  name.copy(entry, 8);
  const cells = rows.flatMap((values, row) => values.map((value, column) => cell(row, column, value)));
  return compoundSample({
    Workbook: Buffer.concat([workbook, record('sheet', entry), end, start('sheet'), ...cells, end]),
  });
}

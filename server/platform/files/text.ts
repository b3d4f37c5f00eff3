import type { FileHandle } from 'node:fs/promises';

/** Tab, line feed, form feed, carriage return: the only controls that text files hold. */
const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0c, 0x0d]);
const READ_BYTES = 64 * 1024;

/**
 * Whether a file is text from its first byte to its last: no control characters but line ends and tabs, which no
 * program, archive or picture can do without. Any single-byte character set passes, and UTF-16 with its mark.
 */
export async function isText(file: FileHandle): Promise<boolean> {
  const stream = file.createReadStream({ start: 0, autoClose: false, highWaterMark: READ_BYTES });
  let isChunkText: ((chunk: Buffer) => boolean) | undefined;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    isChunkText ??= textTestFor(chunk);
    if (!isChunkText(chunk)) return false;
  }
  return true;
}

function textTestFor(first: Buffer): (chunk: Buffer) => boolean {
  const isLittle = first[0] === 0xff && first[1] === 0xfe;
  const isBig = first[0] === 0xfe && first[1] === 0xff;
  if (!isLittle && !isBig) return (chunk) => chunk.every(isTextCode);
  const decoder = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be', { fatal: true });
  return (chunk) => {
    try {
      const text = decoder.decode(chunk, { stream: true });
      for (let i = 0; i < text.length; i += 1) if (!isTextCode(text.charCodeAt(i))) return false;
      return true;
    } catch {
      return false;
    }
  };
}

function isTextCode(code: number): boolean {
  return code >= 0x20 ? code !== 0x7f : TEXT_CONTROLS.has(code);
}

/** The beginning of a web page or of a bare table, as reports named .xls often are. */
export function startsAsHtml(head: Buffer): boolean {
  return /^\ufeff?\s*(<!--[\s\S]*?-->\s*)*<(!doctype html|html|head|meta|style|body|table)\b/i.test(
    decoded(head),
  );
}

/** The beginning of an Excel 2003 XML workbook. */
export function startsAsSpreadsheetXml(head: Buffer): boolean {
  const text = decoded(head);
  return /^\ufeff?\s*<\?xml\b/.test(text) && text.includes('urn:schemas-microsoft-com:office:spreadsheet');
}

function decoded(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return head.toString('utf16le');
  return head.toString('utf8');
}

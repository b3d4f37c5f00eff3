import type { FileHandle } from 'node:fs/promises';

/** Tab, line feed, form feed and carriage return are the only control characters in text files. */
const TEXT_CONTROLS = [0x09, 0x0a, 0x0c, 0x0d];
/** 1 for each byte allowed in text. A table and a plain loop are ten times as fast as a function call for each byte. */
const IS_TEXT = Uint8Array.from({ length: 256 }, (_, code) =>
  (code >= 0x20 && code !== 0x7f) || TEXT_CONTROLS.includes(code) ? 1 : 0,
);
const READ_BYTES = 64 * 1024;

/**
 * Whether a file is text from its first byte to its last: no control characters except line ends and tabs. Every
 * program, archive and picture contains other control characters. Any single-byte character set passes, and UTF-16 with
 * its byte order mark.
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
  if (!isLittle && !isBig) return isTextBytes;
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

function isTextBytes(chunk: Buffer): boolean {
  for (let at = 0; at < chunk.length; at += 1) if (IS_TEXT[chunk[at] ?? 0] === 0) return false;
  return true;
}

function isTextCode(code: number): boolean {
  return code > 0xff || IS_TEXT[code] === 1;
}

const SPACE = /\s*/y;
const HTML_TAG = /<(?:!doctype html|html|head|meta|style|body|table)\b/iy;
const COMMENT_START = '<!--';
const COMMENT_END = '-->';

/**
 * Whether the text begins like a web page or a bare table, as reports named .xls often do. Comments before it are
 * skipped one after the other, so that each character is read once for any file.
 */
export function startsAsHtml(head: Buffer): boolean {
  const text = decoded(head);
  let at = skipSpace(text, text.startsWith('\ufeff') ? 1 : 0);
  while (text.startsWith(COMMENT_START, at)) {
    const end = text.indexOf(COMMENT_END, at + COMMENT_START.length);
    if (end < 0) return false;
    at = skipSpace(text, end + COMMENT_END.length);
  }
  HTML_TAG.lastIndex = at;
  return HTML_TAG.test(text);
}

function skipSpace(text: string, from: number): number {
  SPACE.lastIndex = from;
  SPACE.test(text);
  return SPACE.lastIndex;
}

/** Whether the text begins like an Excel 2003 XML workbook. */
export function startsAsSpreadsheetXml(head: Buffer): boolean {
  const text = decoded(head);
  return /^\ufeff?\s*<\?xml\b/.test(text) && text.includes('urn:schemas-microsoft-com:office:spreadsheet');
}

function decoded(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return head.toString('utf16le');
  return head.toString('utf8');
}

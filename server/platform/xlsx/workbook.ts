import { TextDecoder } from 'node:util';
import { MAX_CELL_CHARS, MAX_SHARED_CHARS, MAX_SHARED_TEXTS } from '../limits.ts';
import { showsDate } from './date-formats.ts';
import { SheetProblem } from './problem.ts';
import { attributesOf, localName, XmlReader, type XmlHandler } from './xml-reader.ts';
import type { ZipParts } from './zip-parts.ts';

/** What the cells of the first sheet refer to. */
export interface Workbook {
  readonly sheetPart: string;
  readonly sharedTexts: readonly string[];
  /** Whether a cell format shows dates, by its index. */
  readonly dateFormats: readonly boolean[];
  readonly has1904Dates: boolean;
}

/** Reads one part of a workbook. */
export async function readPart(parts: ZipParts, name: string, handler: XmlHandler): Promise<void> {
  const reader = new XmlReader(handler);
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of parts.read(name)) {
      decoder ??= decoderOf(chunk);
      reader.write(decoder.decode(chunk, { stream: true }));
    }
    reader.write(decoder?.decode() ?? '');
  } catch (error) {
    // The decoder reports bytes that are not text.
    throw error instanceof TypeError ? new SheetProblem('unreadable') : error;
  }
  reader.end();
}

const decoderOf = (start: Buffer): TextDecoder => {
  const mark = start.subarray(0, 2).toString('latin1');
  const encoding = mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal: true });
};

/** Finds the first worksheet and reads the parts that its cells refer to. */
export async function openWorkbook(parts: ZipParts): Promise<Workbook> {
  const main = (await relationsOf(parts, '')).get('officeDocument')?.[0]?.target ?? 'xl/workbook.xml';
  const byType = await relationsOf(parts, main);
  const { sheets, has1904Dates } = await readMain(parts, main);
  const worksheets = new Map(byType.get('worksheet')?.map(({ id, target }) => [id, target]));
  const sheetPart = sheets.map((id) => worksheets.get(id)).find((target) => target !== undefined);
  if (sheetPart === undefined) throw new SheetProblem('unreadable');
  const partOf = (type: string, usual: string) => byType.get(type)?.[0]?.target ?? resolve(main, usual);
  return {
    sheetPart,
    has1904Dates,
    sharedTexts: await readSharedTexts(parts, partOf('sharedStrings', 'sharedStrings.xml')),
    dateFormats: await readDateFormats(parts, partOf('styles', 'styles.xml')),
  };
}

interface Relation {
  readonly id: string;
  readonly target: string;
}

/** The parts that a part refers to, by the last word of their type. The part '' is the package itself. */
async function relationsOf(parts: ZipParts, of: string): Promise<ReadonlyMap<string, readonly Relation[]>> {
  const relations = new Map<string, Relation[]>();
  const name = `${folderOf(of)}_rels/${of.slice(folderOf(of).length)}.rels`;
  if (!parts.has(name)) return relations;
  await readPart(parts, name, {
    ...IGNORE,
    open: (element, depth, attributes) => {
      if (depth !== 1 || element !== 'Relationship') return;
      const given = attributesOf(attributes);
      const type = given.get('Type') ?? '';
      const word = type.slice(type.lastIndexOf('/') + 1);
      const relation = { id: given.get('Id') ?? '', target: resolve(of, given.get('Target') ?? '') };
      const others = relations.get(word);
      if (others === undefined) relations.set(word, [relation]);
      else others.push(relation);
    },
  });
  return relations;
}

const IGNORE = { wantsText: false, close: () => undefined, text: () => undefined };

const folderOf = (part: string): string => part.slice(0, part.lastIndexOf('/') + 1);

/** The name of a part that another one refers to. */
function resolve(from: string, target: string): string {
  const path: string[] = [];
  const written = target.replaceAll('\\', '/');
  for (const step of (written.startsWith('/') ? written : folderOf(from) + written).split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}

/** The ids of the sheets in their order, and which calendar the workbook uses. */
async function readMain(
  parts: ZipParts,
  main: string,
): Promise<{ readonly sheets: readonly string[]; readonly has1904Dates: boolean }> {
  const sheets: string[] = [];
  let has1904Dates = false;
  let isInSheets = false;
  await readPart(parts, main, {
    ...IGNORE,
    open: (element, depth, attributes) => {
      if (depth === 1) isInSheets = element === 'sheets';
      if (depth === 1 && element === 'workbookPr')
        has1904Dates = ['1', 'true'].includes(attributesOf(attributes).get('date1904') ?? '');
      if (depth !== 2 || !isInSheets || element !== 'sheet') return;
      // The id of the relation has a prefix, which each program chooses.
      for (const [name, value] of attributesOf(attributes))
        if (name.includes(':') && localName(name) === 'id') sheets.push(value);
    },
  });
  return { sheets, has1904Dates };
}

async function readDateFormats(parts: ZipParts, name: string): Promise<readonly boolean[]> {
  if (!parts.has(name)) return [];
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let section = '';
  await readPart(parts, name, {
    ...IGNORE,
    open: (element, depth, attributes) => {
      if (depth === 1) section = element;
      if (depth !== 2) return;
      const given = attributesOf(attributes);
      const id = Number(given.get('numFmtId') ?? 0);
      if (section === 'numFmts' && element === 'numFmt') codes.set(id, given.get('formatCode') ?? '');
      if (section === 'cellXfs' && element === 'xf') formats.push(id);
    },
  });
  return formats.map((id) => showsDate(id, codes.get(id)));
}

async function readSharedTexts(parts: ZipParts, name: string): Promise<readonly string[]> {
  if (!parts.has(name)) return [];
  const texts: string[] = [];
  const item = new TextItem();
  let chars = 0;
  await readPart(parts, name, {
    get wantsText() {
      return item.wantsText;
    },
    open: (element, depth) => {
      if (depth === 1) item.begin();
      else if (depth > 1) item.open(element, depth - 2);
    },
    close: (_element, depth) => {
      if (depth > 1) item.close(depth - 2);
      if (depth !== 1) return;
      const text = item.end();
      chars += text.length;
      if (texts.length >= MAX_SHARED_TEXTS || chars > MAX_SHARED_CHARS) throw new SheetProblem('tooLarge');
      texts.push(ownCopy(text));
    },
    text: (text) => item.add(text),
  });
  return texts;
}

/** A part of a long string keeps all of it in memory, so a text that stays is copied. */
const ownCopy = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

/** An escaped character has seven letters, so no longer text can fit into a cell. */
export const MAX_WRITTEN_CHARS = 7 * MAX_CELL_CHARS;

/** The text of a cell as a workbook stores it: in one piece, or in runs of different looks. */
export class TextItem {
  wantsText = false;
  #isInRun = false;
  #written = '';

  begin(): void {
    this.wantsText = false;
    this.#isInRun = false;
    this.#written = '';
  }

  /** An element within the item; its children have depth 0. The reading aid of a run (rPh) is not part of the text. */
  open(element: string, depth: number): void {
    if (depth === 0) this.#isInRun = element === 'r';
    if (element === 't' && (depth === 0 || (depth === 1 && this.#isInRun))) this.wantsText = true;
  }

  close(_depth: number): void {
    this.wantsText = false;
  }

  add(text: string): void {
    if (this.#written.length < MAX_WRITTEN_CHARS) this.#written += text;
  }

  end(): string {
    return cellText(this.#written);
  }
}

/** The text of a cell from its XML, where characters that XML cannot hold are written as `_x0007_`. */
export const cellText = (written: string): string =>
  storableText(
    written.includes('_x')
      ? written.replace(/_x([\da-f]{4})_/gi, (_, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        )
      : written,
  );

/** Excel stores no longer text in a cell, and PostgreSQL stores neither NUL nor half a character. */
export function storableText(text: string): string {
  const cut = text.length > MAX_CELL_CHARS ? text.slice(0, MAX_CELL_CHARS) : text;
  return (cut.includes('\0') ? cut.replaceAll('\0', '') : cut).toWellFormed();
}

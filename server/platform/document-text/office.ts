import { readPart } from '../xlsx/workbook.ts';
import { attributesOf, type XmlHandler } from '../xlsx/xml-reader.ts';
import type { ZipParts } from '../xlsx/zip-parts.ts';
import type { TextCollector } from './collector.ts';

/** The text of Word documents and of workbooks. */

/** Thrown to leave a part when enough was read, so that the rest of it is not unpacked. */
class EnoughRead extends Error {}

const PARTS = {
  docx: [/^word\/document\.xml$/, /^word\/(?:header|footer|footnotes|endnotes|comments)\d*\.xml$/],
  // The texts of all cells are in one table. Sheets have numbers, and in some programs the texts as well.
  xlsx: [/^xl\/sharedstrings\.xml$/, /^xl\/worksheets\/[^/]+\.xml$/],
} as const;

/** The words of a Word document and of a workbook, until the collector is full. */
export async function readOffice(
  kind: keyof typeof PARTS,
  parts: ZipParts,
  collector: TextCollector,
): Promise<void> {
  for (const wanted of PARTS[kind])
    for (const name of parts.names().filter((each) => wanted.test(each)))
      await readPart(parts, name, handlerOf(kind, collector)).catch((error: unknown) => {
        if (!(error instanceof EnoughRead)) throw error;
      });
}

const handlerOf = (kind: keyof typeof PARTS, collector: TextCollector): XmlHandler =>
  kind === 'docx' ? new ParagraphReader(collector) : new CellReader(collector);

/** The elements after which another word begins. */
const WORD_ENDS = new Set(['p', 'tab', 'br', 'cr', 'tc', 'si', 'c']);

/** Takes the text of the elements named t. A word can be cut into several, so only other elements end it. */
class ParagraphReader implements XmlHandler {
  wantsText = false;
  protected readonly collector: TextCollector;

  constructor(collector: TextCollector) {
    this.collector = collector;
  }

  open(name: string, _depth: number, _attributes: string): void {
    this.wantsText = name === 't';
  }

  close(name: string): void {
    this.wantsText = false;
    if (!WORD_ENDS.has(name)) return;
    this.collector.add(' ');
    if (this.collector.isFull) throw new EnoughRead();
  }

  text(text: string): void {
    this.collector.add(text);
  }
}

/** As above, and the values of cells that do not refer to the table of texts. */
class CellReader extends ParagraphReader {
  #isReference = false;

  override open(name: string, depth: number, attributes: string): void {
    if (name === 'c') this.#isReference = attributesOf(attributes).get('t') === 's';
    super.open(name, depth, attributes);
    if (name === 'v') this.wantsText = !this.#isReference;
  }
}

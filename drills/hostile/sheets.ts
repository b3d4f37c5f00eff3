import { rawSheetSample, sheetSample, workbookSample, zipSample } from '#tools/testing/samples.ts';
import { filled, FULL, MEGABYTE, type HostileFile } from './item.ts';

/** Imported sheets that unpack to a large size, repeat, nest or never end. */
const sheet = (
  name: string,
  make: HostileFile['make'],
  fileName = 'a.xlsx',
  more: Partial<HostileFile> = {},
): HostileFile => ({ name, intake: 'sheet', fileName, make, ...more });

const data = (rows: string, texts = '') => rawSheetSample(`<sheetData>${rows}</sheetData>`, texts);
const cell = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
const page = (inside: string, length = FULL) =>
  Buffer.concat([Buffer.from('<html><table><tr><td>a</td></tr>'), filled(inside, length - 100)]);

const ENTITIES = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${'&a;'.repeat(10)}"><!ENTITY c "${'&b;'.repeat(10)}">]>`;
const WRONG_ROW = ['', 'x'.repeat(300), 'perhaps', 'perhaps'];

/** A workbook with the maximum number of sheets for its entries. */
function manySheets(): Promise<Buffer> {
  const numbers = Array.from({ length: 1_900 }, (_, n) => n + 1);
  const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return zipSample({
    '[Content_Types].xml': `<Types>${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${main}.worksheet+xml"/>`).join('')}<Override PartName="/xl/workbook.xml" ContentType="${main}.sheet.main+xml"/></Types>`,
    'xl/workbook.xml': `<workbook><sheets>${numbers.map((n) => `<sheet name="S${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${numbers.map((n) => `<Relationship Id="rId${n}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(
      numbers.map((n) => [
        `xl/worksheets/sheet${n}.xml`,
        `<worksheet><sheetData>${cell('x')}</sheetData></worksheet>`,
      ]),
    ),
  });
}

/** A workbook that unpacks to more than is read, and says that it does not. */
async function zipBomb(): Promise<Buffer> {
  const bytes = await data(' '.repeat(270 * MEGABYTE));
  bytes.writeUInt32LE(1_000, bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 24);
  return bytes;
}

export const HOSTILE_SHEETS: readonly HostileFile[] = [
  sheet('a zip bomb named workbook', zipBomb),
  sheet('laughs by the billion in a workbook', () =>
    rawSheetSample(`${ENTITIES}<sheetData>${cell('&c;')}</sheetData>`),
  ),
  sheet('XML nested a million deep', () => data('<a>'.repeat(1_000_000))),
  sheet('XML with an attribute of 30 MB', () => data(`<row a="${'x'.repeat(30 * MEGABYTE)}"><c/></row>`)),
  sheet('XML of a million attributes', () => data(`<row ${'a="1" '.repeat(1_000_000)}><c/></row>`)),
  sheet('1,900 sheets', manySheets),
  sheet('a million shared texts', () => data(cell('x'), '<si><t>x</t></si>'.repeat(1_000_000))),
  sheet('a long text in a million cells', () =>
    data('<row><c t="s"><v>0</v></c></row>'.repeat(50_000), `<si><t>${'x'.repeat(32_000)}</t></si>`),
  ),
  sheet('a cell of 30 MB', () => data(cell('x'.repeat(30 * MEGABYTE)))),
  sheet('a million rows', () => data('<row><c><v>1</v></c></row>'.repeat(1_000_000))),
  sheet('more cells than are read', () => data(`<row>${'<c><v>1</v></c>'.repeat(100)}</row>`.repeat(20_000))),
  sheet('half a million merged cells', () =>
    rawSheetSample(
      `<sheetData>${cell('x')}</sheetData><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(500_000)}</mergeCells>`,
    ),
  ),
  sheet('a sheet that reaches to the last cell', () =>
    rawSheetSample(
      '<dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>',
    ),
  ),
  sheet('50,000 rows that are all wrong', () =>
    sheetSample([
      ['Country', 'Nationality', 'FATF', 'Status'],
      ...Array.from({ length: 50_000 }, () => WRONG_ROW),
    ]),
  ),
  sheet('half a workbook', () => workbookSample('xlsx').subarray(0, 2_000)),
  sheet('a table of open cells', () => page('<td>'), 'a.xls', { isSlow: true }),
  sheet('a table of open comments', () => page('<!--'), 'a.xls', { isSlow: true }),
  sheet('a table of open tables', () => page('<table '), 'a.xls', { isSlow: true }),
  sheet('a table of entities', () => page('<td>&#x41;&amp;', MEGABYTE), 'a.xls'),
  sheet(
    'old XML of open comments',
    () =>
      Buffer.concat([
        Buffer.from('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'),
        filled('<!--', FULL - 200),
      ]),
    'a.xls',
    { isSlow: true },
  ),
  sheet(
    'a bare stream of endless records',
    () => Buffer.concat([Buffer.from([9, 0, 4, 0, 0, 0, 0x10, 0]), filled('\x3c\0\0\0')]),
    'a.xls',
  ),
  sheet(
    'a bare stream of noise',
    () => Buffer.concat([Buffer.from([9, 8, 16, 0, 0, 6, 5, 0]), filled('\x0a\xfd\x03\x17')]),
    'a.xls',
  ),
];

import { SSF, utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { rawSheetSample, sheetSample, zipSample } from '#tools/testing/samples.ts';
import type { ColumnKind } from './cells.ts';
import { dayOfSerial, isDateCode } from './date-formats.ts';
import { readLegacy } from './legacy.ts';
import { readXlsx } from './sheet-reader.ts';
import type { Cell } from './sheet.ts';
import { writeXlsx } from './write.ts';
import { ZipParts } from './zip-parts.ts';

const MAX_BYTES = 10_000_000;
const MAX_ROWS = 10_000;

type Rows = Cell[][];

/** The rows as a handler gets them: by row number, without empty cells at the end. */
function collector(): { readonly rows: Rows; readonly take: (row: number, cells: Cell[]) => void } {
  const rows: Rows = [];
  return {
    rows,
    take: (row, cells) => {
      while (cells.at(-1) === null) cells.pop();
      if (cells.length === 0) return;
      while (rows.length < row - 1) rows.push([]);
      rows.push(cells);
    },
  };
}

async function ours(bytes: Buffer): Promise<Rows> {
  const { rows, take } = collector();
  await readXlsx(new ZipParts(bytes, MAX_BYTES), take);
  return rows;
}

async function byLibrary(bytes: Buffer): Promise<Rows> {
  const { rows, take } = collector();
  await readLegacy(bytes, MAX_ROWS, take);
  return rows;
}

const sheetData = async (rows: string, texts = '') =>
  ours(await rawSheetSample(`<sheetData>${rows}</sheetData>`, texts));
const unreadable = { reason: 'unreadable' };

describe('cells', () => {
  it.each<[string, string, Cell]>([
    ['a number', '<c><v>83.25</v></c>', 83.25],
    ['a number with an exponent', '<c t="n"><v>1E-7</v></c>', 1e-7],
    ['a number in spaces', '<c><v> 7\n</v></c>', 7],
    ['a text that should be a number', '<c><v>seven</v></c>', { is: 'error', text: '' }],
    ['true', '<c t="b"><v>1</v></c>', true],
    ['false', '<c t="b"><v>0</v></c>', false],
    ['a shared text', '<c t="s"><v>1</v></c>', 'second'],
    ['a shared text in runs, without its reading aid', '<c t="s"><v>2</v></c>', 'two runs'],
    ['an inline text', '<c t="inlineStr"><is><t>a</t></is></c>', 'a'],
    [
      'an inline text in runs',
      '<c t="inlineStr"><is><r><rPr/><t>a</t></r><r><t xml:space="preserve"> b</t></r></is></c>',
      'a b',
    ],
    ['an empty inline text', '<c t="inlineStr"><is><t/></is></c>', ''],
    ['a text', '<c t="str"><v>a</v></c>', 'a'],
    ['an ISO date', '<c t="d"><v>2026-04-01T10:00:00Z</v></c>', '2026-04-01'],
    ['an error', '<c t="e"><v>#N/A</v></c>', { is: 'error', text: '' }],
    ['the value of a formula', '<c><f>1+1</f><v>2</v></c>', 2],
    ['the text of a formula', '<c t="str"><f>"a"</f><v>a</v></c>', 'a'],
    ['the empty text of a formula', '<c t="str"><f>""</f><v></v></c>', ''],
    ['the value of a shared formula', '<c><f t="shared" si="0"/><v>2</v></c>', 2],
    ['the error of a formula', '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', { is: 'error', text: '' }],
    ['a formula without a value', '<c><f>1+1</f><v></v></c>', { is: 'formula', text: '=1+1' }],
    ['a formula for a text without one', '<c t="str"><f>A1</f></c>', { is: 'formula', text: '=A1' }],
    ['a shared formula without a value', '<c><f t="shared" si="0"/></c>', { is: 'formula', text: '=' }],
    ['an empty formula', '<c><f/><v>2</v></c>', 2],
    ['entities', '<c t="str"><v>&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;</v></c>', `<&>"'A\u{1f600}`],
    ['CDATA', '<c t="str"><v>a <![CDATA[<b> & ]]]]><![CDATA[>]]> c</v></c>', 'a <b> & ]]> c'],
    ['line ends', '<c t="str"><v>a\r\nb\rc</v></c>', 'a\nb\nc'],
    ['an escaped character', '<c t="str"><v>a_x000D_b_x005F_x0041_</v></c>', 'a\rb_x0041_'],
    ['NUL and half a character', '<c t="str"><v>a_x0000_b_xD83D_</v></c>', 'ab\ufffd'],
    ['a comment within', '<c t="str"><v>a<!-- > --><!--->-->b</v></c>', 'ab'],
    ['single quotes and spaces', `<c\n t = 'str' ><v >a</v ></c >`, 'a'],
    ['a > in an attribute', '<c a=">" t="str"><v>a</v></c>', 'a'],
  ])('%s', async (_, xml, cell) => {
    const texts =
      '<si><t>first</t></si><si><t>second</t></si><si><r><t>two</t></r><rPh><t>TOO</t></rPh><r><t> runs</t></r></si>';
    expect(await sheetData(`<row>${xml}</row>`, texts)).toEqual([[cell]]);
  });

  it.each([
    ['no value', '<c/>'],
    ['an empty value', '<c t="s"><v/></c>'],
    ['only a format', '<c s="3"></c>'],
  ])('%s is a blank cell', async (_, xml) => {
    expect(await sheetData(`<row>${xml}<c><v>1</v></c></row>`)).toEqual([[null, 1]]);
  });

  it('are dates by the format of the workbook, in both calendars', async () => {
    const day = Date.UTC(2026, 3, 1);
    const book = utils.book_new();
    const sheet = utils.aoa_to_sheet([[new Date(day), 46_113]], { UTC: true });
    utils.book_append_sheet(book, sheet, 'Sheet');
    const bytes = write(book, { bookType: 'xlsx', type: 'buffer' }) as Buffer;
    expect(await ours(bytes)).toEqual([['2026-04-01', 46_113]]);
    book.Workbook = { WBProps: { date1904: true } };
    const with1904 = write(book, { bookType: 'xlsx', type: 'buffer' }) as Buffer;
    expect(await ours(with1904)).toEqual([['2030-04-02', 46_113]]);
    expect(await byLibrary(with1904)).toEqual(await ours(with1904));
  });

  it.each<[number, string | null]>([
    [1, '1900-01-01'],
    [59.99, '1900-02-28'],
    [60.5, null],
    [61, '1900-03-01'],
    [46_113.999_99, '2026-04-01'],
    [2_958_465, '9999-12-31'],
    [2_958_466, null],
    [-1, null],
  ])('the day of %d is %s', (serial, day) => {
    expect(dayOfSerial(serial, false)).toBe(day);
  });
});

describe('positions', () => {
  it('without r follow the one before', async () => {
    expect(
      await sheetData(
        '<row><c><v>1</v></c><c r="D1"><v>4</v></c><c><v>5</v></c></row><row r="3"><c><v>3</v></c></row><row><c/></row><row><c><v>5</v></c></row>',
      ),
    ).toEqual([[1, null, null, 4, 5], [], [3], [], [5]]);
  });

  it('may have prefixes and other elements between', async () => {
    const xml =
      '<x:sheetData xmlns:x="u"><x:row x:r="9" r="2" xmlns:q="v"><q:d><x:c><x:v>9</x:v></x:c></q:d><x:c r="B2"><x:v>2</x:v></x:c></x:row></x:sheetData><extLst><ext><sheetData><row><c><v>7</v></c></row></sheetData></ext></extLst>';
    expect(await ours(await rawSheetSample(xml))).toEqual([[], [null, 2]]);
  });

  it('of rows that go back are refused', async () => {
    const row = (r: string) => `<row r="${r}"><c><v>1</v></c></row>`;
    for (const second of ['1', '0', '-4', 'x', '1.5'])
      await expect(sheetData(row('1') + row(second)), second).rejects.toMatchObject(unreadable);
  });

  it('beyond column 100 are left out', async () => {
    expect(
      await sheetData('<row><c r="CV1"><v>1</v></c><c><v>2</v></c><c r="XFD1"><v>3</v></c></row>'),
    ).toEqual([[...Array<null>(99).fill(null), 1]]);
  });
});

describe('the workbook', () => {
  it('has several sheets, and the first in its order is read', async () => {
    const book = utils.book_new();
    for (const name of ['First', 'Second', 'Third'])
      utils.book_append_sheet(book, utils.aoa_to_sheet([[name]]), name);
    expect(await ours(write(book, { bookType: 'xlsx', type: 'buffer' }) as Buffer)).toEqual([['First']]);
  });

  it('may name its parts as it likes, in UTF-16 and with another case', async () => {
    const relation = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${type}" Target="${target}"/>`;
    const sheet = '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>';
    const bytes = await zipSample({
      '_rels/.rels': `<Relationships>${relation('a', 'officeDocument', '/Book/Main.xml')}</Relationships>`,
      'book/main.xml':
        '<w:workbook xmlns:w="u" xmlns:p="v"><w:sheets><w:sheet name="C" p:id="x"/><w:sheet name="S" p:id="y"/></w:sheets></w:workbook>',
      'book/_rels/main.xml.rels': `<Relationships>${relation('x', 'chartsheet', 'c.xml')}${relation('y', 'worksheet', '../Sheets\\One.XML')}${relation('z', 'sharedStrings', 'texts.xml')}</Relationships>`,
      'sheets/one.xml': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(sheet, 'utf16le')]),
      'book/texts.xml': '\ufeff<sst><si><t>रुपया</t></si></sst>',
    });
    expect(await ours(bytes)).toEqual([['रुपया']]);
  });

  it('is refused if a shared text is missing', async () => {
    await expect(sheetData('<row><c t="s"><v>0</v></c></row>')).rejects.toMatchObject(unreadable);
  });
});

describe('broken XML is refused', () => {
  it.each([
    ['ends early', '<sheetData><row><c><v>1</v></c></row>'],
    ['closes another element', '<sheetData><row><c><v>1</c></v></row></sheetData>'],
    ['closes too much', '<sheetData/></worksheet></worksheet>'],
    ['has a second root', '<sheetData/></worksheet><worksheet>'],
    ['has a bare &', '<sheetData><row><c t="str"><v>a & b</v></c></row></sheetData>'],
    ['has an unknown entity', '<sheetData><row><c t="str"><v>&nbsp;</v></c></row></sheetData>'],
    ['has a character beyond Unicode', '<sheetData><row><c t="str"><v>&#x110000;</v></c></row></sheetData>'],
    ['declares entities', '<!DOCTYPE a [<!ENTITY b "c">]><sheetData/>'],
    ['has a < in a tag', '<sheetData><row <c/></row></sheetData>'],
    ['has an attribute without quotes', '<sheetData><row r=1><c/></row></sheetData>'],
    ['has an attribute without a value', '<sheetData><row><c t><v>1</v></c></row></sheetData>'],
    ['has an open comment', '<sheetData/><!-- '],
    ['is nested too deep', `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`],
    ['has a tag of 2 MB', `<a b="${'x'.repeat(2_000_000)}"/>`],
  ])('that %s', async (_, xml) => {
    await expect(ours(await rawSheetSample(xml))).rejects.toMatchObject(unreadable);
  });

  it('or is not text', async () => {
    const bytes = await rawSheetSample('<sheetData><row><c t="str"><v>@@@@</v></c></row></sheetData>');
    const parts = { 'xl/workbook.xml': Buffer.from([0x3c, 0xc3, 0x28]) };
    await expect(ours(await zipSample(parts))).rejects.toMatchObject(unreadable);
    await expect(ours(await zipSample({ 'xl/workbook.xml': '' }))).rejects.toMatchObject(unreadable);
    expect(await ours(bytes)).toEqual([['@@@@']]);
  });
});

describe('the zip', () => {
  it('may store parts without packing them', async () => {
    const bytes = sheetSample([['a', 1]]);
    const stored = utils.book_new();
    utils.book_append_sheet(stored, utils.aoa_to_sheet([['a', 1]]), 'S');
    expect(await ours(write(stored, { bookType: 'xlsx', type: 'buffer' }) as Buffer)).toEqual(
      await ours(bytes),
    );
  });

  it('is refused wherever it is cut or changed', async () => {
    const bytes = sheetSample(Array.from({ length: 200 }, (_, n) => [n, `text ${n}`]));
    const whole = await ours(bytes);
    for (let length = 0; length < bytes.length; length += 97)
      await expect(ours(bytes.subarray(0, length)), `${length}`).rejects.toMatchObject(unreadable);
    // A changed byte is found, or it is one that means nothing.
    for (let at = 0; at < bytes.length; at += 41) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      const rows = await ours(changed).catch((error: unknown) => error as { reason: string });
      if ('reason' in rows) expect(rows.reason, `${at}`).toMatch(/unreadable|tooLarge/);
      else expect(rows, `${at}`).toEqual(whole);
    }
  });

  it('with two parts of the same name is refused', async () => {
    const bytes = await zipSample({ 'xl/workbook.xml': '<workbook/>', 'XL/Workbook.xml': '<workbook/>' });
    await expect(ours(bytes)).rejects.toMatchObject(unreadable);
  });

  it('is counted as it unpacks, all parts together', async () => {
    const bytes = await rawSheetSample(`<sheetData>${' '.repeat(500_000)}</sheetData>`, ' '.repeat(500_000));
    const read = (limit: number) => readXlsx(new ZipParts(bytes, limit), () => undefined);
    await expect(read(1_000_000)).rejects.toMatchObject({ reason: 'tooLarge' });
    await expect(read(1_010_000)).resolves.toBeUndefined();
    // The zip says that its last part unpacks to little.
    bytes.writeUInt32LE(1_000, bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 24);
    await expect(read(1_000_000)).rejects.toMatchObject({ reason: 'tooLarge' });
  });
});

describe('the same as the library', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({
      unit: fc.constantFrom('&', '<', '>', '"', "'", ';', ' ', '\n', '\t', '_x0041_', ']]>', 'é', 'क'),
    }),
    fc.constantFrom('&amp;', '<c r="A1">', '<![CDATA[', '=1+1', '007', ' a ', '#N/A', 'true'),
  );
  const number = fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constant(0.1),
  );
  const date = fc.date({ min: new Date('1900-03-01'), max: new Date('2200-01-01'), noInvalidDate: true });
  const anyCell = fc.oneof(fc.constant(null), text, number, fc.boolean(), date);

  it('on sheets that the library writes, with shared texts and without', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyCell, { maxLength: 8 }), { maxLength: 12 }), async (rows) => {
        const book = utils.book_new();
        utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true }), 'S');
        const written = (bookSST: boolean) =>
          write(book, { bookType: 'xlsx', type: 'buffer', bookSST, compression: true }) as Buffer;
        const found = await ours(written(true));
        expect(found).toEqual(await byLibrary(written(true)));
        // The library decodes texts that are not shared twice, so it is no measure of them.
        expect(await ours(written(false))).toEqual(found);
      }),
      { numRuns: 200 },
    );
  });

  it('on sheets that we write', async () => {
    const KINDS: readonly ColumnKind[] = ['text', 'number', 'money', 'date', 'datetime'];
    const valueOf: Record<ColumnKind, fc.Arbitrary<unknown>> = {
      text,
      number,
      money: fc.integer().map((paise) => (paise / 100).toFixed(2)),
      date,
      datetime: date,
    };
    const table = fc
      .array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 6 })
      .chain((kinds) =>
        fc.tuple(
          fc.constant(kinds),
          fc.array(fc.tuple(...kinds.map((kind) => fc.option(valueOf[kind]))), { maxLength: 12 }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(table, async ([kinds, rows]) => {
        const columns = kinds.map((kind, at) => ({ header: `C${at}`, kind, width: 10 }));
        const bytes = await buffer(writeXlsx({ sheet: 'S', columns, rows }));
        expect(await ours(bytes)).toEqual(await byLibrary(bytes));
      }),
      { numRuns: 200 },
    );
  });

  it('on which formats are dates', () => {
    const part = fc.constantFrom(
      ...['0', '#,##0.00', '0.00E+00', '# ?/?', '@', 'General', 'd', 'mm', 'yyyy', 'hh:mm', 'AM/PM', '"day"'],
      ...['\\d', '_d', '[Red]', '[h]', '[$-409]', '[>100]', ';', '/', '-', ' ', '%', '(', ')', '₹', '12'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const code = parts.join('');
        expect(isDateCode(code), code).toBe(SSF.is_date(code));
      }),
      { numRuns: 2_000 },
    );
  });
});

import type { IsoDate } from '#domain/dates.ts';
import type { FacesTable, FlashPaper, PaperSection, PaperTable } from '#domain/flash/report.ts';
import {
  SHORT_TABLE_ROWS,
  SIGNATURES_HEIGHT,
  type CaptionedTable,
  type Letterhead,
  type PdfDescription,
  type PdfPart,
  type Table,
} from '#server/platform/pdf/description.ts';

const LOOK = { size: 7.1, padding: 1.8, gap: 2.2, head: 14 } as const;
/** The height of a table head and two rows. */
const TABLE_BEGINS = 44;
const ROW_HEIGHT = 11.7;

const tableOf = ({ columns, rows }: PaperTable): Table => ({
  columns,
  rows: rows.map(({ cells }) => cells),
  look: { ...LOOK, rows: rows.map(({ look }) => look) },
});
const captioned = (table: FacesTable): CaptionedTable => ({ ...tableOf(table), caption: table.caption });

const space = (height: number): PdfPart => ({ part: 'space', height });

/** A section; `under` is the height of what must not stand alone on the next page. */
function partsOfSection(section: PaperSection, under = 0): readonly PdfPart[] {
  const { title, note, rows, empty } = section;
  const keepWith =
    rows.length < SHORT_TABLE_ROWS ? LOOK.head + rows.length * ROW_HEIGHT + under : TABLE_BEGINS;
  return [
    { part: 'heading', words: title, note, keepWith },
    rows.length === 0 ? { part: 'smallPrint', paragraphs: [empty] } : { part: 'table', ...tableOf(section) },
    space(7),
  ];
}

/** The tables of faces row by row. */
function partsOfFaces({ title, note, empty, tables, beside }: FlashPaper['faces']): readonly PdfPart[] {
  if (tables.length === 0)
    return [
      { part: 'heading', words: title, keepWith: ROW_HEIGHT },
      { part: 'smallPrint', paragraphs: [empty] },
      space(7),
    ];
  const rows = Array.from({ length: Math.ceil(tables.length / beside) }, (_, row) =>
    tables.slice(row * beside, (row + 1) * beside),
  );
  const longest = Math.max(0, ...(rows[0] ?? []).map((table) => table.rows.length));
  return [
    { part: 'heading', words: title, note, keepWith: TABLE_BEGINS + longest * ROW_HEIGHT },
    ...rows.map((row): PdfPart => ({ part: 'beside', tables: row.map(captioned), places: beside })),
  ];
}

/** The report as a PDF. An open audit is a draft. The same report is the same file each time. */
export function describeReport(paper: FlashPaper, letterhead: Letterhead, day: IsoDate): PdfDescription {
  const { title, under, isDraft, facts, remarks, signatures } = paper;
  const isLong = paper.transactions.rows.length >= SHORT_TABLE_ROWS;
  const signed: PdfPart = { part: 'signatures', signatures };
  return {
    title: `${title}, ${under}`,
    id: under,
    author: letterhead.company.name,
    madeAt: new Date(`${day}T00:00:00Z`),
    footer: `${letterhead.company.name} · ${title} · ${under}`,
    ...(isDraft ? { across: 'DRAFT' } : {}),
    parts: [
      { part: 'letterhead', ...letterhead },
      { part: 'title', title, under, facts },
      ...partsOfSection(paper.books),
      ...(remarks.length === 0
        ? []
        : [{ part: 'smallPrint', paragraphs: [remarks.join(' ')] } as const, space(6)]),
      ...partsOfFaces(paper.faces),
      // A long table comes after the signatures, which would else stand alone on the last page.
      ...(isLong
        ? [
            ...partsOfSection(paper.answers, SIGNATURES_HEIGHT),
            signed,
            space(14),
            ...partsOfSection(paper.transactions),
          ]
        : [
            ...partsOfSection(paper.answers),
            ...partsOfSection(paper.transactions, SIGNATURES_HEIGHT),
            signed,
          ]),
    ],
  };
}

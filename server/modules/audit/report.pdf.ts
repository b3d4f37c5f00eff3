import type { IsoDate } from '#domain/dates.ts';
import {
  SHORT_TABLE_ROWS,
  type CaptionedTable,
  type KeptPart,
  type Letterhead,
  type PdfDescription,
  type PdfPart,
} from '#server/platform/pdf/description.ts';
import type { ReportModel, ReportSection, ReportTable } from './report.model.ts';

const LOOK = { size: 7.5, padding: 2.8 } as const;
const SMALL_LOOK = { size: 7, padding: 2.8, gap: 3 } as const;
/** The height of a table head and two rows. */
const TABLE_BEGINS = 57;
const BETWEEN_SECTIONS = { part: 'space', height: 10 } as const;

const tableOf = ({ caption, columns, rows }: ReportTable, look: CaptionedTable['look']): CaptionedTable => ({
  caption,
  columns,
  rows: rows.map(({ cells }) => cells),
  look: { ...look, rows: rows.map((row) => row.look) },
});

const paragraph = (words: string): readonly KeptPart[] =>
  words === '' ? [] : [{ part: 'smallPrint', paragraphs: [words] }];

/** The parts of a section; a short table stands on one page with its heading. */
function partsOf({ heading, note, under, tables, isBeside, empty }: ReportSection): readonly PdfPart[] {
  const head = (keepWith: number): KeptPart => ({ part: 'heading', words: heading, keepWith, note });
  if (tables.length === 0) return [head(TABLE_BEGINS), ...paragraph(empty), BETWEEN_SECTIONS];
  if (isBeside)
    return [
      head(TABLE_BEGINS),
      { part: 'beside', tables: tables.map((table) => tableOf(table, SMALL_LOOK)) },
      ...paragraph(under),
      BETWEEN_SECTIONS,
    ];
  const [first, ...others] = tables;
  if (others.length === 0 && first !== undefined && first.rows.length < SHORT_TABLE_ROWS)
    return [{ part: 'together', parts: shortSection(head(0), first, under) }, BETWEEN_SECTIONS];
  return [
    head(TABLE_BEGINS),
    ...tables.map((table) => ({
      part: table.caption === '' ? ('table' as const) : ('captioned' as const),
      ...tableOf(table, LOOK),
    })),
    ...paragraph(under),
    BETWEEN_SECTIONS,
  ];
}

const shortSection = (head: KeptPart, table: ReportTable, under: string): readonly KeptPart[] => [
  head,
  { part: 'table', ...tableOf(table, LOOK) },
  ...(under === '' ? [] : [{ part: 'space', height: 8 } as const]),
  ...paragraph(under),
];

/** The last section with the signatures, on one page. */
function signedPart({ last, signatures }: ReportModel): PdfPart {
  const head: KeptPart = { part: 'heading', words: last.heading, keepWith: 0, note: last.note };
  return {
    part: 'together',
    parts: [
      ...last.tables.flatMap((table) => shortSection(head, table, last.under)),
      { part: 'signatures', signatures },
    ],
  };
}

/**
 * The report as a paper. The day is that of the audit or of its closing, so that the same report is the same file each
 * time.
 */
export function describeReport(model: ReportModel, letterhead: Letterhead, day: IsoDate): PdfDescription {
  const { title, under, stamp, isDraft } = model;
  return {
    title: `${title}, ${under}`,
    id: under,
    author: letterhead.company.name,
    madeAt: new Date(`${day}T00:00:00Z`),
    footer: `${letterhead.company.name} · ${title} · ${under}`,
    ...(isDraft ? { across: 'DRAFT' } : {}),
    parts: [
      { part: 'letterhead', ...letterhead },
      { part: 'title', title, under, facts: [], stamp, isOneLine: true },
      { part: 'facts', facts: model.facts, columns: model.facts.length },
      ...model.sections.flatMap(partsOf),
      signedPart(model),
      ...(model.annexure === null ? [] : [{ part: 'newPage' } as const, ...partsOf(model.annexure)]),
    ],
  };
}

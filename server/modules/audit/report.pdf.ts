import type { IsoDate } from '#domain/dates.ts';
import type {
  CaptionedTable,
  Letterhead,
  PdfDescription,
  PdfPart,
} from '#server/platform/pdf/description.ts';
import type { ReportModel, ReportSection, ReportTable } from './report.model.ts';

const LOOK = { size: 8, padding: 4.2 } as const;
const SMALL_LOOK = { size: 7, padding: 4.5, gap: 3 } as const;
/** The height of a table head and two rows. */
const TABLE_BEGINS = 57;

const tableOf = ({ caption, columns, rows }: ReportTable, look: CaptionedTable['look']): CaptionedTable => ({
  caption,
  columns,
  rows: rows.map(({ cells }) => cells),
  look: { ...look, rows: rows.map((row) => row.look) },
});

function contentOf({ tables, isBeside, empty }: ReportSection): readonly PdfPart[] {
  if (tables.length === 0) return [{ part: 'smallPrint', paragraphs: [empty] }];
  if (isBeside) return [{ part: 'beside', tables: tables.map((table) => tableOf(table, SMALL_LOOK)) }];
  return tables.map((table) => ({
    part: table.caption === '' ? 'table' : 'captioned',
    ...tableOf(table, LOOK),
  }));
}

const partsOf = (section: ReportSection): readonly PdfPart[] => [
  { part: 'heading', words: section.heading, keepWith: TABLE_BEGINS, note: section.note },
  ...contentOf(section),
  { part: 'space', height: 14 },
];

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
      { part: 'title', title, under, facts: [], stamp },
      { part: 'facts', facts: model.facts },
      { part: 'space', height: 8 },
      ...model.sections.flatMap(partsOf),
      { part: 'signatures', signatures: model.signatures },
    ],
  };
}

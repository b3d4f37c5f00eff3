import type { IsoDate } from '#domain/dates.ts';
import {
  drawBeside,
  drawCaptioned,
  drawFacts,
  drawHeading,
  drawLetterhead,
  drawSignatures,
  drawSmallPrint,
  drawTable,
  drawTitle,
  type CaptionedTable,
  type Letterhead,
} from '#server/platform/pdf/parts.ts';
import { makePdf, type Sheet } from '#server/platform/pdf/sheet.ts';
import type { ReportModel, ReportSection, ReportTable } from './report.model.ts';

const LOOK = { size: 8, padding: 4.2 } as const;
const SMALL_LOOK = { size: 7, padding: 4.5, gap: 3 } as const;
/** The height of a table head and two rows. */
const TABLE_BEGINS = 57;

const tableOf = (
  { caption, columns, rows }: ReportTable,
  look: CaptionedTable['look'] = LOOK,
): CaptionedTable => ({
  caption,
  columns,
  rows: rows.map(({ cells }) => cells),
  look: { ...look, lookOf: (row) => rows[row]?.look ?? '' },
});

function drawSection(sheet: Sheet, { heading, note, tables, isBeside, empty }: ReportSection): void {
  drawHeading(sheet, heading, TABLE_BEGINS, note);
  if (tables.length === 0) drawSmallPrint(sheet, [empty]);
  else if (isBeside)
    drawBeside(
      sheet,
      tables.map((table) => tableOf(table, SMALL_LOOK)),
    );
  else
    for (const table of tables) {
      const { caption, columns, rows, look = {} } = tableOf(table);
      if (caption === '') drawTable(sheet, columns, rows, look);
      else drawCaptioned(sheet, { caption, columns, rows, look });
    }
  sheet.y += 14;
}

/**
 * The report as a paper. The day is that of the audit or of its closing, so that the same report is the same file each
 * time.
 */
export function reportPdf(model: ReportModel, letterhead: Letterhead, day: IsoDate): Promise<Buffer> {
  const { title, under, stamp, isDraft } = model;
  return makePdf(
    {
      title: `${title}, ${under}`,
      id: under,
      author: letterhead.company.name,
      madeAt: new Date(`${day}T00:00:00Z`),
      footer: `${letterhead.company.name} · ${title} · ${under}`,
      ...(isDraft ? { across: 'DRAFT' } : {}),
    },
    (sheet) => {
      drawLetterhead(sheet, letterhead);
      drawTitle(sheet, { title, under, facts: [], stamp });
      drawFacts(sheet, model.facts);
      sheet.y += 8;
      for (const each of model.sections) drawSection(sheet, each);
      drawSignatures(sheet, model.signatures);
    },
  );
}

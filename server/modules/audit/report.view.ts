import { html, type Html } from '#server/platform/html.ts';
import type { Letterhead } from '#server/platform/pdf/description.ts';
import {
  reportBeside,
  reportDocument,
  reportHeading,
  reportNotice,
  reportSignatures,
  reportTable,
  reportText,
} from '#server/platform/report/document.ts';
import type { ReportModel, ReportSection, ReportTable } from './report.model.ts';

const capitalised = (head: string): string => head.charAt(0) + head.slice(1).toLowerCase();

const tableOf = ({ caption, columns, rows }: ReportTable): Html =>
  reportTable({
    caption,
    columns: columns.map(({ head, isFigure, isMarked }, at) => ({
      header: capitalised(head),
      ...(isFigure ? { kind: 'number' as const } : {}),
      cell: ({ cells, look }: (typeof rows)[number]) => {
        const text = cells[at] ?? '';
        return isMarked && look === 'mark' ? html`<strong>${text}</strong>` : text;
      },
    })),
    rows,
    weight: ({ look }) => look,
  });

function sectionOf({ heading, note, under, tables, isBeside, empty }: ReportSection): Html[] {
  const drawn = tables.map(tableOf);
  if (drawn.length === 0) return [reportHeading(heading, note), reportNotice(empty)];
  return [
    reportHeading(heading, note),
    ...(isBeside ? [reportBeside(drawn)] : drawn),
    ...(under === '' ? [] : [reportText(under)]),
  ];
}

/** The report as a page. */
export const reportPage = (model: ReportModel, letterhead: Letterhead): string =>
  reportDocument({
    title: model.title,
    letterhead,
    facts: [...model.facts, { label: 'Status', value: model.stamp }],
    body: [
      ...(model.isDraft
        ? [reportNotice('Draft. The audit is not closed, and its figures can still change.')]
        : []),
      ...model.sections.flatMap(sectionOf),
      ...sectionOf(model.last),
      reportSignatures(model.signatures),
      ...(model.annexure === null ? [] : sectionOf(model.annexure)),
    ],
    foot: `${letterhead.company.name} · ${model.title} · ${model.under}`,
  });

import { letterheadLines } from '#domain/masters/company.ts';
import { Html, html, type HtmlValue } from '../html.ts';
import type { Fact, Letterhead, Signature } from '../pdf/description.ts';
import { REPORT_STYLE } from './style.ts';

/**
 * A report as a separate document: letterhead, subject, tables. It is shown in a frame without scripts, and the `html`
 * tag escapes every value in it.
 */
export interface Report {
  readonly title: string;
  readonly letterhead: Letterhead;
  /** The subject of the report, on the right of the head. */
  readonly facts: readonly Fact[];
  readonly body: readonly Html[];
  readonly foot: string;
}

const STYLE = new Html(`<style>${REPORT_STYLE}</style>`);

const logoOf = ({ logo }: Letterhead): HtmlValue =>
  logo === null ? '' : html`<img src="data:image/png;base64,${logo.toString('base64')}" alt="" />`;

export const reportDocument = ({ title, letterhead, facts, body, foot }: Report): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        ${STYLE}
      </head>
      <body>
        <article>
          <header>
            <div class="company">
              ${logoOf(letterhead)}
              <div>
                <p class="company">${letterhead.company.name}</p>
                ${letterheadLines(letterhead.company).map((line) => html`<p class="line">${line}</p>`)}
              </div>
            </div>
            <div class="document">
              <h1>${title}</h1>
              <dl class="facts">
                ${facts.map(
                  ({ label, value }) =>
                    html`<div>
                      <dt>${label}</dt>
                      <dd>${value}</dd>
                    </div>`,
                )}
              </dl>
            </div>
          </header>
          ${body}
          <p class="foot">${foot}</p>
        </article>
      </body>
    </html>`.toString();

/** A sentence under the tables of a part. */
export const reportText = (text: string): Html => html`<p>${text}</p>`;
export const reportNotice = (text: string): Html => html`<p class="notice">${text}</p>`;

export interface ReportColumn<Row> {
  readonly header: string;
  /** Numbers are right-aligned; 'whole' text is not wrapped. */
  readonly kind?: 'number' | 'whole';
  readonly cell: (row: Row) => HtmlValue;
}

interface ReportTable<Row> {
  readonly caption: string;
  readonly columns: readonly ReportColumn<Row>[];
  readonly rows: readonly Row[];
  /** The kind of a row: a total (`sum`) of the whole table, the head or total of a `part` of it, or one that stands out. */
  readonly weight?: (row: Row) => 'sum' | 'part' | 'mark' | '';
}

export const reportTable = <Row>({ caption, columns, rows, weight = () => '' }: ReportTable<Row>): Html =>
  html` <figure>
    <figcaption>${caption}</figcaption>
    <table>
      <thead>
        <tr>
          ${columns.map(({ header, kind = '' }) => html`<th scope="col" class="${kind}">${header}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr class="${weight(row)}">
              ${columns.map((column) => cellOf(column, row))}
            </tr>`,
        )}
      </tbody>
    </table>
  </figure>`;

const cellOf = <Row>({ header, kind, cell }: ReportColumn<Row>, row: Row): Html =>
  html`<td class="${kind ?? ''}" data-label="${header}">${cell(row)}</td>`;

/** The heading of a part of a report, with a note on its right. */
export const reportHeading = (words: string, note = ''): Html =>
  html`<h2>${note === '' ? '' : html`<small>${note}</small>`}${words}</h2>`;

/** Tables side by side, if the page is wide enough for them. */
export const reportBeside = (tables: readonly Html[]): Html => html`<div class="beside">${tables}</div>`;

export const reportSignatures = (signatures: readonly Signature[]): Html =>
  html`<div class="signatures">
    ${signatures.map(
      ({ who, label }) =>
        html`<div>
          <p>${who}</p>
          <small>${label}</small>
        </div>`,
    )}
  </div>`;

/** A link to the data behind a figure; the screen around the report opens it. */
export const reportLink = (
  path: `/${string}`,
  search: Readonly<Record<string, string>>,
  text: string,
): Html => html`<a target="_top" href="${`${path}?${new URLSearchParams(search).toString()}`}">${text}</a>`;

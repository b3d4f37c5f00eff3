import { letterheadLines } from '#domain/masters/company.ts';
import { Html, html, type HtmlValue } from '../html.ts';
import type { Fact, Letterhead } from '../pdf/parts.ts';
import { REPORT_STYLE } from './style.ts';

/**
 * A report as a document of its own: letterhead, what it is about, tables. It is shown in a frame that runs no script,
 * and every value in it is escaped by the `html` tag.
 */
export interface Report {
  readonly title: string;
  readonly letterhead: Letterhead;
  /** What this one is about, on the right of the head. */
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
            <div class="house">
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

export const reportNotice = (text: string): Html => html`<p class="notice">${text}</p>`;

export interface ReportColumn<Row> {
  readonly header: string;
  /** Numbers stand at the right; what is whole is not broken into lines. */
  readonly kind?: 'number' | 'whole';
  readonly cell: (row: Row) => HtmlValue;
}

interface ReportTable<Row> {
  readonly caption: string;
  readonly columns: readonly ReportColumn<Row>[];
  readonly rows: readonly Row[];
  /** A row that adds others up: `sum` the whole table, `part` a stretch of it. */
  readonly weight?: (row: Row) => 'sum' | 'part' | '';
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

/** A way to what is behind a figure; the screen around the report goes there. */
export const reportLink = (
  path: `/${string}`,
  search: Readonly<Record<string, string>>,
  text: string,
): Html => html`<a target="_top" href="${`${path}?${new URLSearchParams(search).toString()}`}">${text}</a>`;

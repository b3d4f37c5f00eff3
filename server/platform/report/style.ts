import { hash } from 'node:crypto';

/**
 * The style of a report: black on white in either colour scheme, because it represents paper. On a phone each row of a
 * table is a card whose cells show their labels.
 */
export const REPORT_STYLE = `
:root {
  --ink: #1c211e;
  --quiet: #555d58;
  --accent: #14532d;
  --hair: #d5dad6;
  --shade: #f3f5f3;
  color-scheme: light;
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: #fff;
  color: var(--ink);
  font: 9.5pt/1.45 'Inter Variable', Inter, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
}
article { padding: 10mm 12mm; }
a { color: var(--accent); text-decoration-thickness: 0.5pt; text-underline-offset: 2pt; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
p, h1, h2, dl, dd, figure { margin: 0; }
header {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 4mm 8mm;
  padding-bottom: 4mm;
  border-bottom: 1.5pt solid var(--accent);
}
.company { display: flex; gap: 4mm; max-width: 95mm; }
.company img { align-self: flex-start; max-width: 32mm; max-height: 16mm; object-fit: contain; }
.company { font-size: 13pt; font-weight: 650; letter-spacing: -0.01em; line-height: 1.2; margin-bottom: 1mm; }
.line { font-size: 8pt; line-height: 1.4; color: var(--quiet); }
.document { margin-left: auto; text-align: right; }
h1 { font-size: 11pt; font-weight: 600; text-transform: uppercase; letter-spacing: 0.08em; margin-bottom: 1.5mm; }
.facts { display: grid; grid-template-columns: auto auto; justify-content: end; column-gap: 4mm; font-size: 8.5pt; }
.facts div { display: contents; }
.facts dt { color: var(--quiet); text-align: left; }
.facts dd { font-weight: 550; text-align: right; }
.notice { margin-top: 5mm; padding: 2mm 3mm; background: var(--shade); border-left: 2pt solid var(--accent); }
table {
  width: 100%;
  border-collapse: collapse;
  border-bottom: 0.75pt solid var(--ink);
  font-variant-numeric: tabular-nums;
}
figure { margin-top: 6mm; }
figcaption { font-size: 10pt; font-weight: 600; margin-bottom: 1.5mm; }
th {
  padding: 1.2mm 1.6mm;
  border-bottom: 0.75pt solid var(--ink);
  font-size: 7.5pt;
  font-weight: 600;
  text-align: left;
  text-transform: uppercase;
  letter-spacing: 0.04em;
  vertical-align: bottom;
}
td { padding: 1.1mm 1.6mm; border-bottom: 0.35pt solid var(--hair); vertical-align: top; overflow-wrap: break-word; }
th:first-child, td:first-child { padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }
.number { text-align: right; white-space: nowrap; }
.whole { white-space: nowrap; }
small { font-size: 8pt; font-weight: 400; color: var(--quiet); }
small.under { display: block; }
tr.sum td { font-weight: 650; border-top: 0.75pt solid var(--ink); }
tr.part td { font-weight: 600; background: var(--shade); }
tr.mark td { background: #fff8e6; }
h2 { margin-top: 8mm; font-size: 11.5pt; font-weight: 600; color: var(--accent); }
h2 small { float: right; margin-top: 0.8mm; }
h2 + figure { margin-top: 3mm; }
.beside { display: grid; grid-template-columns: repeat(3, 1fr); gap: 0 8mm; align-items: start; }
.signatures { display: grid; grid-template-columns: repeat(3, 1fr); gap: 10mm; margin-top: 12mm; text-align: center; break-inside: avoid; }
.signatures div { padding-top: 18mm; }
.signatures p { border-top: 0.5pt solid var(--ink); padding-top: 1mm; font-weight: 550; }
.foot { margin-top: 8mm; padding-top: 2mm; border-top: 0.35pt solid var(--hair); font-size: 7.5pt; color: var(--quiet); }
@media screen and (max-width: 640px) {
  article { padding: 16px; }
  .document { margin-left: 0; text-align: left; }
  .facts { justify-content: start; }
  .facts dd { text-align: left; }
  table, tbody { display: block; }
  table { border-bottom: 0; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { display: grid; grid-template-columns: repeat(3, 1fr); gap: 6px 12px; padding: 10px 0; border-bottom: 0.75pt solid var(--hair); }
  tr.sum { border-top: 0.75pt solid var(--ink); border-bottom: 0; }
  tr.part { margin: 0 -8px; padding: 10px 8px; background: var(--shade); }
  td, tr.sum td { display: block; padding: 0; border: 0; background: none; }
  td::before { display: block; content: attr(data-label); font-size: 8pt; font-weight: 400; color: var(--quiet); white-space: nowrap; }
  td:empty { display: none; }
  tr.mark { margin: 0 -8px; padding: 10px 8px; background: #fff8e6; }
  .beside, .signatures { grid-template-columns: 1fr; }
  h2 small { float: none; display: block; }
  .number { text-align: left; }
}
@page { size: A4; margin: 14mm 12mm; }
@media print {
  article { padding: 0; }
  body { font-size: 8.5pt; }
  th { font-size: 7pt; }
  a { color: inherit; text-decoration: none; }
  tr, .notice { break-inside: avoid; }
  figcaption, h2 { break-after: avoid; }
}
`;

/** The page that shows reports allows only this style within them, by its hash. */
export const REPORT_STYLE_SOURCE = `'sha256-${hash('sha256', REPORT_STYLE, 'base64')}'`;

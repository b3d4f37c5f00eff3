import { xmlText } from './xml.ts';

/** Indexes in the list of cell formats below. */
export const STYLE = {
  header: 1,
  text: 2,
  quotedText: 3,
  number: 4,
  date: 5,
  datetime: 6,
  money: 7,
} as const;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The path of the sheet's rows. */
export const SHEET_PATH = 'xl/worksheets/sheet1.xml';

/** The small fixed files of a workbook with one sheet. */
export function fixedParts(sheet: string): Readonly<Record<string, string>> {
  return {
    '[Content_Types].xml':
      `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${CONTENT_TYPE}.sheet.main+xml"/>` +
      `<Override PartName="/${SHEET_PATH}" ContentType="${CONTENT_TYPE}.worksheet+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${CONTENT_TYPE}.styles+xml"/></Types>`,
    '_rels/.rels': relations({ rId1: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/_rels/workbook.xml.rels': relations({
      rId1: ['worksheet', 'worksheets/sheet1.xml'],
      rId2: ['styles', 'styles.xml'],
    }),
    'xl/workbook.xml':
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT_RELATIONS}"><sheets>` +
      `<sheet name="${xmlText(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/styles.xml': STYLES,
  };
}

function relations(targets: Readonly<Record<string, readonly [type: string, target: string]>>): string {
  const entries = Object.entries(targets).map(
    ([id, [type, target]]) =>
      `<Relationship Id="${id}" Type="${DOCUMENT_RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE_RELATIONS}">${entries.join('')}</Relationships>`;
}

/** The reader's region decides about grouping by thousands or lakhs, so the plain format is used. Format 49 is text. */
const STYLES =
  `${XML}<styleSheet xmlns="${MAIN}">` +
  '<numFmts count="3"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/>' +
  '<numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="#,##0.00"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="8">${[
    format(0, ''),
    format(49, 'applyFont="1"', 1),
    format(49, ''),
    format(49, 'quotePrefix="1"'),
    format(0, ''),
    format(164, ''),
    format(165, ''),
    format(166, ''),
  ].join('')}</cellXfs></styleSheet>`;

function format(numberFormat: number, more: string, font = 0): string {
  const applied = numberFormat === 0 ? '' : ' applyNumberFormat="1"';
  return `<xf numFmtId="${numberFormat}" fontId="${font}" fillId="0" borderId="0" xfId="0"${applied}${more && ` ${more}`}/>`;
}

/** The part of the sheet before its rows: everything down to the header row is frozen, the columns have their widths. */
export function sheetStart(widths: readonly number[], headerRow: number): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return (
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0" tabSelected="1">` +
    `<pane ySplit="${headerRow}" topLeftCell="A${headerRow + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<cols>${columns.join('')}</cols><sheetData>`
  );
}

/** The part after the rows: filters over all of them. */
export function sheetEnd(headerRow: number, lastReference: string): string {
  return `</sheetData><autoFilter ref="A${headerRow}:${lastReference}"/></worksheet>`;
}

import { detailAudit, type AuditDetail, type ChecklistRow } from '#contract/audit/audit.ts';
import { blankReply } from './blank.ts';

/** An audit as a test needs it: two checklists of 25 rows in sections, three figures of each kind, no previous audit. */

const SECTION_ROWS = 5;
const ROWS = 25;

const rowOf = (srno: number, no: number, words: string, isHeading = false): ChecklistRow => ({
  srno,
  audit: 1,
  no,
  particulars: words,
  answer: 'S',
  observation: '',
  isEditable: !isHeading,
  version: 1,
  lastAnswer: '',
  lastObservation: '',
});

/** A heading before every five rows; row 21 of the operational checklist is the attendance. */
function checklistOf(first: number): ChecklistRow[] {
  const rows: ChecklistRow[] = [];
  for (let no = 1; no <= ROWS; no += 1) {
    if (no % SECTION_ROWS === 1) rows.push(rowOf(first + 100 + no, 100 + no, `Section ${no}`, true));
    rows.push(rowOf(first + no, no, `Particular ${no}`));
  }
  return rows;
}

export function auditOf(some: Partial<AuditDetail['header']> = {}): AuditDetail {
  const blank = blankReply(detailAudit);
  return {
    ...blank,
    header: {
      ...blank.header,
      srno: 1,
      branch: 'MUM',
      branchName: 'Mumbai Fort',
      entityName: 'Mumbai Fort',
      year: 2026,
      month: 10,
      monthName: 'October',
      date: '2026-11-03',
      auditedOn: '03/11/2026',
      status: 'P',
      statusName: 'Pending',
      cashier: 'Vikas Rane',
      manager: 'Bhavna Shah',
      auditor: 'Anita Deshmukh',
      isFetched: true,
      version: 1,
      ...some,
    },
    rbi: checklistOf(1_000),
    operational: checklistOf(2_000),
    missingFormats: ['FLM3', 'FLM4', 'FLM5', 'FLM6'].map((value) => ({ value, name: value })),
    transfers: [
      {
        srno: 31,
        particulars: 'Western Union',
        code: 'WU',
        transactions: 0,
        discrepancies: 0,
        source: '',
        version: 1,
      },
    ],
    business: [
      {
        srno: 41,
        particulars: 'Purchases from public',
        code: 'PP',
        thisMonth: '41863250',
        lastMonth: '',
        version: 1,
      },
      {
        srno: 42,
        particulars: 'Purchases in bulk',
        code: 'PB',
        thisMonth: '28450000',
        lastMonth: '',
        version: 1,
      },
    ],
    summary: [
      {
        srno: 51,
        particulars: 'Purchases',
        code: 'PUR',
        discrepancies: 2,
        lastMonth: null,
        complied: null,
        version: 1,
      },
    ],
  };
}

import { detailAudit, type AuditDetail, type ChecklistRow } from '#contract/audit/audit.ts';
import { blankReply } from './blank.ts';

/** An audit as a test needs it: two checklists of 25 rows in sections, three figures of each kind, no previous audit. */

const SECTION_ROWS = 5;
const ROWS = 25;

const rowOf = (srno: number, no: number, words: string, isHeading = false): ChecklistRow => ({
  srno,
  dtl_auditsrno: 1,
  no,
  mst_particulars: words,
  dtl_yesno: 'S',
  dtl_auditobservation: '',
  mst_editable: isHeading ? 0 : 1,
  version: 1,
  last_yesno: '',
  last_observation: '',
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

export function auditOf(some: Partial<AuditDetail['Header']> = {}): AuditDetail {
  const blank = blankReply(detailAudit);
  return {
    ...blank,
    Header: {
      ...blank.Header,
      hdr_srno: 1,
      hdr_branch: 'MUM',
      hdr_branchnm: 'Mumbai Fort',
      entity_name: 'Mumbai Fort',
      hdr_year: 2026,
      hdr_month: 10,
      hdr_monthnm: 'October',
      hdr_date: '2026-11-03',
      hdr_datedmy: '03/11/2026',
      hdr_status: 'P',
      hdr_statusnm: 'Pending',
      hdr_cashier: 'Vikas Rane',
      hdr_bm: 'Bhavna Shah',
      um_username: 'Anita Deshmukh',
      fetched: 1,
      version: 1,
      ...some,
    },
    RBIGL: checklistOf(1_000),
    OPSGL: checklistOf(2_000),
    DocUpload: ['FLM3', 'FLM4', 'FLM5', 'FLM6'].map((value) => ({ value, name: value })),
    MtssCount: [
      {
        srno: 31,
        mst_particulars: 'Western Union',
        code: 'WU',
        dtl_trancount: 0,
        dtl_discrepancies: 0,
        source: '',
        version: 1,
      },
    ],
    BussMis: [
      {
        srno: 41,
        mst_particulars: 'Purchases from public',
        code: 'PP',
        dtl_thismonthamnt: '41863250',
        dtl_lastmonthamnt: '',
        version: 1,
      },
      {
        srno: 42,
        mst_particulars: 'Purchases in bulk',
        code: 'PB',
        dtl_thismonthamnt: '28450000',
        dtl_lastmonthamnt: '',
        version: 1,
      },
    ],
    DISSCRSUMM: [
      {
        srno: 51,
        mst_particulars: 'Purchases',
        code: 'PUR',
        dtl_discrepancies: 2,
        dtl_disclastmonth: null,
        dtl_discpreviouscompiled: null,
        version: 1,
      },
    ],
  };
}

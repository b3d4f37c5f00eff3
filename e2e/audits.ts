import { expect } from '@playwright/test';
import { fieldsBody, post } from '../tools/testing/world.ts';
import { BASE_URL } from './addresses.ts';
import { sessionFor } from './session.ts';

/** A call of the audit like from a script. */
async function postAudit(user: string, action: string, payload: object) {
  const { session } = JSON.parse(await sessionFor(user)) as { session: string };
  return post(BASE_URL, 'audit_a.php', fieldsBody([session, action, JSON.stringify(payload)]));
}

async function callAudit<Reply>(user: string, action: string, payload: object): Promise<Reply> {
  const { status, json } = await postAudit(user, action, payload);
  expect(status).toBe(200);
  return json as Reply;
}

/** Deletes a register that an earlier attempt has left. */
export const forgetRegister = (srno: number, remark: string) =>
  postAudit('audit.ca', 'deleteflm', { srno, type: 'FLM', remark });

interface Row {
  readonly srno: number;
  readonly no: number;
  readonly mst_editable: number;
  readonly version: number;
}

/** The number of the audit of a branch and a month, which is started unless an earlier attempt has done it. */
export async function auditOf(branch: string, year: number, month: number): Promise<number> {
  const { srno } = await callAudit<{ srno?: number }>('audit.ca', 'createaudit', {
    branch,
    year,
    month,
    date: '',
    cashier: 'Vikas Rane',
    bm: 'Bhavna Shah',
  });
  if (srno !== undefined) return srno;
  const rows = await callAudit<{ hdr_srno: number; hdr_year: number; hdr_month: number }[]>(
    'audit.ca',
    'listaudit',
    { branch, status: 'ALL' },
  );
  const found = rows.find(({ hdr_year, hdr_month }) => hdr_year === year && hdr_month === month);
  expect(found).toBeDefined();
  return found?.hdr_srno ?? 0;
}

/** Answers rows of the RBI checklist like another auditor does meanwhile. */
export async function answerRow(
  srno: number,
  no: number,
  answer: string,
  observation: string,
): Promise<void> {
  const { RBIGL } = await callAudit<{ RBIGL: Row[] }>('admin', 'detailaudit', { srno });
  const row = RBIGL.find((each) => each.no === no);
  const { err } = await callAudit<{ err: string }>('admin', 'saveaudit', {
    srno,
    auditRBIGLData: [{ srno: row?.srno, dtl_yesno: answer, dtl_auditobservation: observation }],
  });
  expect(err).toBe('');
}

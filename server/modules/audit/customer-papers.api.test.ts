import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { paperRow } from '#contract/audit/customer-papers.ts';
import type { transactionRow } from '#contract/audit/transactions.ts';
import { addTransactions, startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { addRegistered, downloadFrom } from '#tools/testing/registers.ts';
import { pdfSample } from '#tools/testing/samples.ts';

type CustomerPaper = z.input<typeof paperRow>;
type AuditTransaction = z.input<typeof transactionRow>;

/** The papers of a customer, opened by the right of the audit (docs/readings.md: papers of the customer). */

let desk: Desk;
let audit: StartedAudit;
/** A fetched transaction of a request with two papers, and one of a request without any. */
let withPapers: AuditTransaction;
let without: AuditTransaction;
let papers: readonly CustomerPaper[];

const ask = (user: string, action: string, given: object) =>
  desk.ask(user, 'audit_a.php', [action, JSON.stringify(given)]);
const nameOf = ({ adt_hdrsrno: srno, adt_lineno: lineno }: AuditTransaction) => ({ srno, lineno });
const listed = (row: AuditTransaction, user = 'audit.ca') => ask(user, 'trandocs', nameOf(row));
const view = (row: AuditTransaction, paper: CustomerPaper, user = 'audit.ca') =>
  ask(user, 'trandocview', { ...nameOf(row), docsrno: paper.docsrno, filename: paper.filename });

async function addPaper(request: number, kind: number, name: string, removed = false): Promise<void> {
  const { hash, bytes } = await desk.store.put(pdfSample());
  await desk.sql(
    `insert into requests.document (request, kind, file_name, extension, hash, bytes, removed_at)
     values ($1, $2, $3, 'pdf', $4, $5, case when $6 then now() end)`,
    [request, kind, name, hash, bytes, removed],
  );
}

beforeAll(async () => {
  desk = await openDesk(['admin', 'audit.ca', 'staff.mum', 'sales.mum']);
  audit = await startAudit(desk.database.admin, { year: 2031, month: 7 });
  const request = () =>
    addRegistered(desk.database.admin, { at: '2031-07-04T12:00:00+05:30', purpose: 'LEISURE' });
  const [given, bare] = [await request(), await request()];
  await addPaper(given, 1, 'passport.pdf');
  await addPaper(given, 2, 'ticket.pdf');
  await addPaper(given, 2, 'wrong ticket.pdf', true);
  await desk.ask('audit.ca', 'audit_a.php', [
    'fetchflms',
    JSON.stringify({ srno: audit.srno, format: 'FLM5' }),
  ]);
  const rows = (await ask('audit.ca', 'filterforaudit', { srno: audit.srno }))
    .json as unknown as AuditTransaction[];
  withPapers = rows.find(({ adt_tranno }) => adt_tranno === String(given))!;
  without = rows.find(({ adt_tranno }) => adt_tranno === String(bare))!;
  papers = (await listed(withPapers)).json as CustomerPaper[];
});
afterAll(() => desk.close());

describe('the papers of a customer', () => {
  it('are those of the request, in their order, without those that were taken off', async () => {
    expect(papers.map(({ docname, filename }) => [docname, filename])).toEqual([
      [expect.any(String), 'passport.pdf'],
      [expect.any(String), 'ticket.pdf'],
    ]);
    expect((await listed(without)).json).toEqual([]);
  });

  it('open without a right for requests, and leave a trail that names audit and request', async () => {
    const [paper] = papers as [CustomerPaper, CustomerPaper];
    const byRequest = { srno: paper.docsrno, filename: paper.filename };
    expect(
      (await desk.ask('audit.ca', 'fxrequest_a.php', ['docview', JSON.stringify(byRequest)])).status,
    ).toBe(403);
    const { json } = await view(withPapers, paper);
    expect(json).toMatchObject({ typ: 'application/pdf', fname: 'passport.pdf', pages: 1 });
    const { status } = await downloadFrom(desk, 'audit.ca', 'trandocdownload', {
      ...nameOf(withPapers),
      docsrno: paper.docsrno,
      filename: paper.filename,
    });
    expect(status).toBe(200);
    const trail = await desk.sql<{ action: string; after: object }>(
      `select action, after from platform.trail where record = 'request document' and record_id = $1
         and action in ('view', 'download') order by id`,
      [String(paper.docsrno)],
    );
    // The name of the file is sealed, so that an erasure of the customer takes it away.
    const request = Number(withPapers.adt_tranno);
    const named = { audit: audit.srno, request, file: { of: request } };
    expect(trail).toMatchObject([
      { action: 'view', after: named },
      { action: 'download', after: named },
    ]);
  });

  it('open only by the transaction that they belong to', async () => {
    const [paper] = papers as [CustomerPaper, CustomerPaper];
    expect((await view(without, paper)).status).toBe(404);
    expect((await view(withPapers, { ...paper, filename: 'other.pdf' })).status).toBe(404);
    expect((await view({ ...withPapers, adt_hdrsrno: audit.srno + 1 }, paper)).status).toBe(404);
  });

  // The papers show in full what the list masks. Another branch is refused in the rights matrix.
  it('are closed to whoever only reads audits, and to whoever has no right for them', async () => {
    const [paper] = papers as [CustomerPaper, CustomerPaper];
    const named = { ...nameOf(withPapers), docsrno: paper.docsrno, filename: paper.filename };
    expect((await ask('staff.mum', 'filterforaudit', { srno: audit.srno })).status).toBe(200);
    for (const user of ['staff.mum', 'sales.mum']) {
      expect((await listed(withPapers, user)).status, user).toBe(403);
      expect((await view(withPapers, paper, user)).status, user).toBe(403);
      expect((await downloadFrom(desk, user, 'trandocdownload', named)).status, user).toBe(403);
    }
  });

  it('are none where the register was uploaded, whatever its numbers are', async () => {
    const { admin } = desk.database;
    const uploaded = await startAudit(admin, { year: 2031, month: 8 });
    await addTransactions(admin, uploaded, 1, { first: Number(withPapers.adt_tranno) });
    await addTransactions(admin, uploaded, 1, { type: 'PP', first: 1 });
    const { hash, bytes } = await desk.store.put(pdfSample());
    await desk.sql(`update audit.document set origin = 'upload', hash = $2, bytes = $3 where audit = $1`, [
      uploaded.srno,
      hash,
      bytes,
    ]);
    await desk.sql(`update audit.transaction set tran_no = 'BOS/77-A' where audit = $1 and type = 'PP'`, [
      uploaded.srno,
    ]);
    const rows = (await ask('audit.ca', 'filterforaudit', { srno: uploaded.srno }))
      .json as unknown as AuditTransaction[];
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect((await listed(row)).json).toEqual([]);
      expect((await view(row, papers[0]!)).status).toBe(404);
    }
  });
});

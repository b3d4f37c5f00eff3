import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { auditDocumentRow } from '#contract/audit/audit.ts';
import { FORMATS } from '#domain/audit/codes.ts';
import { MAX_UPLOAD_BYTES } from '#domain/files.ts';
import { closeAudit, startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { addRegistered, downloadFrom, sendUpload, sheetRows } from '#tools/testing/registers.ts';
import { setRight } from '#tools/testing/rights.ts';
import { pdfSample, pictureSample } from '#tools/testing/samples.ts';

type AuditDocument = z.input<typeof auditDocumentRow>;

/** The files of an audit: registers as sheets, attendance papers, proofs of replies (002 §2.4, §5.1, §7.1). */

let desk: Desk;
let audit: StartedAudit;
/** The attendance row of the audit. */
let row: number;

beforeAll(async () => {
  desk = await openDesk(['admin', 'audit.ca', 'staff.mum', 'staff.del']);
  audit = await startAudit(desk.database.admin, { year: 2031, month: 5 });
  row = await attendanceRow(audit);
});
afterAll(() => desk.close());

const attendanceRow = async ({ srno }: StartedAudit): Promise<number> =>
  (
    await desk.sql<{ srno: number }>(
      `select srno from audit.answer where audit = $1 and list = 'OPS' and no = 21`,
      [srno],
    )
  )[0]!.srno;

const attend = (
  docid: number,
  file: Buffer | null,
  { doctype = '1', user = 'audit.ca', name = 'sheet.pdf', pageright = 'AUDIT' } = {},
) => sendUpload(desk, user, { uploadType: 'AUDITATTENDANCEUPLOAD', doctype, docid, pageright }, file, name);
const papersOf = (srno: number, user = 'audit.ca') =>
  desk.ask(user, 'audit_a.php', ['operationaldoc', JSON.stringify({ srno, type: 'AUDITATTENDANCEUPLOAD' })]);
const view = (srno: number, filename: string, user = 'audit.ca') =>
  desk.ask(user, 'audit_a.php', ['docview', JSON.stringify({ srno, filename })]);
const download = (srno: number, filename: string, user = 'audit.ca') =>
  downloadFrom(desk, user, 'docdownload', { srno, filename });

/** A proof of a discrepancy of the audit, with its bytes in the store. */
async function proof(): Promise<{ srno: number; filename: string }> {
  const { hash, bytes } = await desk.store.put(pdfSample());
  const [made] = await desk.sql<{ srno: number; filename: string }>(
    `with d as (
       insert into audit.discrepancy (audit, branch, flag, master_type, party_name, words, on_day)
       values ($1, $2, 'M', 'C', 'Orient Travels', 'No PAN', current_date) returning line_no, branch)
     insert into audit.reply (discrepancy, branch, words, file_name, extension, hash, bytes)
     select line_no, branch, 'Here it is', 'proof.pdf', 'pdf', $3, $4 from d returning srno, file_name as filename`,
    [audit.srno, audit.branch, hash, bytes],
  );
  return made!;
}

describe('attendance papers', () => {
  it('are several of each type, with who and when, and none is deleted', async () => {
    const first = await attend(row, pdfSample());
    expect(first.json).toMatchObject({ error: '', message: 'Uploaded.' });
    const photo = await pictureSample('jpeg');
    const second = await attend(row, photo, { doctype: '2', name: 'group.jpg', pageright: 'ASSESSMENT' });
    expect(second.json['docdetail']).toMatchObject([
      {
        adoc_filename: 'sheet.pdf',
        adoc_remark: 'Attendance Sheet',
        adoc_ext: 'pdf',
        uploaded_by: 'Anita Deshmukh',
      },
      { adoc_filename: 'group.jpg', adoc_remark: 'Group Photo', adoc_ext: 'jpg', origin: 'upload', rows: 0 },
    ]);
    const listed = (await papersOf(row)).json as AuditDocument[];
    expect(listed).toEqual(second.json['docdetail']);
    const shown = listed[1]!;
    expect((await view(shown.adoc_srno, shown.adoc_filename)).json).toMatchObject({
      bs64: photo.toString('base64'),
      typ: 'image/jpeg',
      desc: 'Group Photo',
      fname: 'group.jpg',
    });
    expect((await download(shown.adoc_srno, shown.adoc_filename)).bytes.equals(photo)).toBe(true);
    expect((await view(shown.adoc_srno, 'sheet.pdf')).status, 'a number with another name').toBe(404);
  });

  it.each([
    ['no type', '', 'Please fill mandatory feilds.'],
    ['no file', '1', 'Please select a file to upload.'],
  ])('with %s are refused in words (§5.1)', async (_, doctype, text) => {
    const file = doctype === '' ? pdfSample() : null;
    expect((await attend(row, file, { doctype })).json).toEqual({ error: text });
  });

  it('have one dot in their name and 10 MB at most (§5.1)', async () => {
    const name = 'a.b.pdf';
    expect((await attend(row, pdfSample(), { name })).json).toEqual({
      error: '(.) not allowed in file name.',
    });
    const large = Buffer.concat([pdfSample(), Buffer.alloc(MAX_UPLOAD_BYTES + 1 - pdfSample().length, 0x20)]);
    expect((await attend(row, large)).json).toEqual({ error: 'Please select a file with in 10 MB size.' });
  });

  it('belong to row 21 of a branch in reach', async () => {
    const [other] = await desk.sql<{ srno: number }>(
      `select srno from audit.answer where audit = $1 and list = 'OPS' and no = 20`,
      [audit.srno],
    );
    expect((await attend(other!.srno, pdfSample())).status).toBe(404);
    expect((await papersOf(other!.srno)).status).toBe(404);
    expect((await papersOf(row, 'staff.mum')).status).toBe(200);
    expect((await papersOf(row, 'staff.del')).status).toBe(404);
    expect((await attend(row, pdfSample(), { user: 'staff.mum' })).status).toBe(403);
    expect((await attend(row, pdfSample(), { pageright: 'DISCREPANCY' })).status).toBe(400);
  });

  it('are fifty at most', async () => {
    const many = await startAudit(desk.database.admin, { year: 2031, month: 7 });
    await desk.sql(
      `insert into audit.document (audit, branch, kind, origin, file_name, extension, hash, bytes)
       select $1, $2, 'ATT1', 'upload', 'a.pdf', 'pdf', repeat('0', 64), 1 from generate_series(1, 50)`,
      [many.srno, many.branch],
    );
    expect((await attend(await attendanceRow(many), pdfSample())).json['error']).toMatch(
      /^An audit can have 50/,
    );
  });

  it('are refused by a closed audit (§4)', async () => {
    const closed = await startAudit(desk.database.admin, { year: 2031, month: 6 });
    const at = await attendanceRow(closed);
    await closeAudit(desk.database.admin, closed);
    const refused = { error: 'This audit is closed.' };
    expect((await attend(at, pdfSample())).json).toEqual(refused);
    // Whatever else is wrong with it.
    expect((await attend(at, pdfSample(), { doctype: '' })).json).toEqual(refused);
    expect((await attend(at, null)).json).toEqual(refused);
    expect((await attend(at, pdfSample(), { name: 'a.b.pdf' })).json).toEqual(refused);
    expect((await papersOf(at)).json).toEqual([]);
  });
});

describe('a fetched register', () => {
  let register: AuditDocument;
  beforeAll(async () => {
    await addRegistered(desk.database.admin, {
      at: '2031-05-07T10:00:00+05:30',
      name: '=HYPERLINK("x")',
      lines: [
        { quantity: '100', rate: '88.4567' },
        { isd: 'EUR', product: 'CARD', quantity: '12.50', rate: '101.25' },
      ],
    });
    await addRegistered(desk.database.admin, { at: '2031-05-03T10:00:00+05:30' });
    await desk.ask('audit.ca', 'audit_a.php', [
      'fetchflms',
      JSON.stringify({ srno: audit.srno, format: 'FLM5' }),
    ]);
    const [found] = await desk.sql<AuditDocument>(
      `select srno as adoc_srno, file_name as adoc_filename from audit.document where audit = $1 and kind = 'FLM5'`,
      [audit.srno],
    );
    register = found!;
  });

  it('is written from its transactions, one row for each line', async () => {
    const { headers, bytes } = await download(register.adoc_srno, register.adoc_filename);
    expect(headers.get('content-disposition')).toContain('FLM5-MUM-2031-05.xlsx');
    const rows = sheetRows(bytes);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({
      Name: 'Kavya Iyer',
      Product: 'Currency',
      Currency: 'USD',
      Payment: 'CASH',
    });
    expect(rows[2]).toMatchObject({
      Name: '=HYPERLINK("x")',
      Product: 'Card',
      Currency: 'EUR',
      Quantity: 12.5,
      Rate: 101.25,
      Amount: 1266,
    });
  });

  it('cannot be shown, as no sheet can', async () => {
    expect((await view(register.adoc_srno, register.adoc_filename)).json.err).toMatch(/Please download it/);
  });

  it('leaves a trail entry when it is downloaded', async () => {
    const entries = await desk.sql(
      `select from platform.trail where action = 'download' and record = 'audit document' and record_id = $1`,
      [String(register.adoc_srno)],
    );
    expect(entries.length).toBeGreaterThan(0);
  });

  it('is for the branch in reach and who sees the audit; a proof for who sees the discrepancies too', async () => {
    const { srno, filename } = await proof();
    expect((await download(register.adoc_srno, register.adoc_filename, 'staff.mum')).status).toBe(200);
    expect((await download(register.adoc_srno, register.adoc_filename, 'staff.del')).status).toBe(404);
    expect((await download(srno, filename, 'staff.del')).status).toBe(404);
    const session = desk.sessionOf('staff.mum');
    await setRight(desk, session, { group: 'Branch staff', key: 'ASSESSMENT', flag: 'query', may: false });
    expect((await download(register.adoc_srno, register.adoc_filename, 'staff.mum')).status).toBe(403);
    expect((await papersOf(row, 'staff.mum')).status).toBe(403);
    expect((await view(srno, filename, 'staff.mum')).json).toMatchObject({
      desc: 'Proof',
      fname: 'proof.pdf',
    });
    expect((await download(srno, filename, 'staff.mum')).bytes.equals(pdfSample())).toBe(true);
    await setRight(desk, session, { group: 'Branch staff', key: 'ASSESSMENT', flag: 'query', may: true });
  });

  it('cannot be opened once it is deleted', async () => {
    await desk.ask('audit.ca', 'audit_a.php', [
      'deleteflm',
      JSON.stringify({ srno: audit.srno, type: 'FLM', remark: 'FLM5' }),
    ]);
    expect((await download(register.adoc_srno, register.adoc_filename)).status).toBe(404);
  });
});

it.each(FORMATS)('the template of %s has the columns of a register and no rows', async (format) => {
  const { bytes, headers } = await downloadFrom(desk, 'audit.ca', 'flmtemplate', { format });
  expect(headers.get('content-disposition')).toContain(format);
  expect(sheetRows(bytes)).toEqual([]);
});

import {
  deleteRegister,
  downloadAuditFile,
  fetchRegister,
  ledgerRegister,
  listAttendance,
  registerTemplate,
  uploadAttendance,
  uploadRegister,
  viewAuditFile,
} from '#contract/audit/registers.ts';
import { pdfSample, sheetSample } from '../samples.ts';
import { sample, uploadSample, type ModuleSamples, type Setting } from './sample.ts';

interface Month {
  readonly year: number;
  readonly month: number;
}
/** The first years whose registers are fetched and uploaded, and how many there are. */
const FETCHED = { first: 2027, years: 20 } as const;
const UPLOADED = { first: 2002, years: 19 } as const;

let given = 0;
/** The next month: each sample has an audit of its own, as a register comes once. */
function nextMonth({ first, years }: { readonly first: number; readonly years: number }): Month {
  given += 1;
  return { year: first + (Math.floor(given / 12) % years), month: 1 + (given % 12) };
}

interface AuditOfPlace {
  readonly srno: number;
  /** The attendance row. */
  readonly row: number;
}

/** The audit of a month at the place, without registers and papers. */
async function auditAt(
  { database, place }: Setting,
  { year, month }: Month = nextMonth(FETCHED),
): Promise<AuditOfPlace> {
  const { rows } = await database.query<AuditOfPlace>(
    `with made as (
       insert into audit.audit (branch, year, month, audited_on, cashier, manager, auditor_name)
       values ($1, $2, $3, make_date($2, $3, 1), 'Cashier ' || $4, 'Manager ' || $4, 'Auditor')
       on conflict on constraint audit_once do update set cashier = excluded.cashier returning srno, branch
     ), attendance as (
       insert into audit.answer (audit, branch, list, no, position, words, editable)
       select srno, branch, 'OPS', 21, 21, 'Staff attendance', true from made
       on conflict (audit, list, no) do update set words = excluded.words returning srno, audit
     ), gone as (
       delete from audit.transaction t using made where t.audit = made.srno
     ), removed as (
       delete from audit.document d using made where d.audit = made.srno
     )
     select audit as srno, srno as row from attendance`,
    [place.srno, year, month, place.mark],
  );
  return rows[0] as AuditOfPlace;
}

/** A register of an audit of the place. */
async function registerAt(setting: Setting): Promise<number> {
  const { srno } = await auditAt(setting);
  await setting.database.query(
    `insert into audit.document (audit, branch, kind, origin, file_name, extension)
     values ($1, $2, 'FLM5', 'fetch', 'FLM5.xlsx', 'xlsx')`,
    [srno, setting.place.srno],
  );
  return srno;
}

/** A proof of a discrepancy of the place, with its bytes in the store and the mark in its name. */
async function proofAt(setting: Setting) {
  const { database, store, place } = setting;
  const { srno: audit } = await auditAt(setting);
  const { hash, bytes } = await store.put(pdfSample());
  const filename = `proof ${place.mark}.pdf`;
  const { rows } = await database.query<{ srno: number }>(
    `with d as (
       insert into audit.discrepancy (audit, branch, flag, master_type, party_name, words, on_day)
       values ($1, $2, 'M', 'C', 'Orient Travels', 'No PAN', current_date) returning line_no, branch
     )
     insert into audit.reply (discrepancy, branch, words, file_name, extension, hash, bytes)
     select line_no, branch, 'Here it is', $3, 'pdf', $4, $5 from d returning srno`,
    [audit, place.srno, filename, hash, bytes],
  );
  return { document: { srno: rows[0]?.srno ?? 0, filename } };
}

/** The months of the sheets that are uploaded. */
const months = new WeakMap<Setting, Month>();

export const auditRegisterSamples: ModuleSamples = {
  samples: [
    sample(fetchRegister, 'named', async (setting) => ({
      register: { audit: (await auditAt(setting)).srno, format: 'FLM3' },
    })),
    uploadSample(
      uploadRegister,
      'named',
      async (setting) => {
        const month = nextMonth(UPLOADED);
        months.set(setting, month);
        const { srno } = await auditAt(setting, month);
        return { srno, pageright: 'ASSESSMENT' as const, format: 'FLM5', remark: 'FLM5' };
      },
      (setting) => {
        const { year, month } = months.get(setting) ?? nextMonth(UPLOADED);
        const date = `05/${String(month).padStart(2, '0')}/${year}`;
        const bytes = sheetSample([
          ['Date', 'Number', 'Name', 'Currency', 'Quantity', 'Rate', 'Amount'],
          [date, '7', 'Kavya Iyer', 'USD', '100', '88.50', '8850'],
        ]);
        return { name: 'flm5.xlsx', bytes };
      },
    ),
    sample(deleteRegister, 'named', async (setting) => ({
      register: { audit: await registerAt(setting), type: 'FLM' as const, format: 'FLM5' as const },
    })),
    sample(viewAuditFile, 'named', proofAt),
    sample(downloadAuditFile, 'named', proofAt),
    sample(listAttendance, 'named', async (setting) => ({
      row: { srno: (await auditAt(setting)).row, type: 'AUDITATTENDANCEUPLOAD' as const },
    })),
    uploadSample(
      uploadAttendance,
      'named',
      async (setting) => ({
        doctype: '1' as const,
        docid: (await auditAt(setting)).row,
        pageright: 'AUDIT' as const,
      }),
      () => ({ name: 'attendance.pdf', bytes: pdfSample() }),
    ),
    sample(registerTemplate, 'none', () => ({ register: { format: 'FLM4' as const } })),
    sample(ledgerRegister, 'named', async (setting) => ({
      register: { audit: (await auditAt(setting)).srno, form: 'FLM8' as const },
    })),
  ],
};

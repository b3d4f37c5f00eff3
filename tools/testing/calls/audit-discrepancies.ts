import type pg from 'pg';
import * as discrepancies from '#contract/audit/discrepancies.ts';
import * as transactions from '#contract/audit/transactions.ts';
import { addTransactions, startAudit, type StartedAudit } from '../audits.ts';
import { addDiscrepancies } from '../discrepancies.ts';
import { pdfSample } from '../samples.ts';
import { sample, uploadSample, type ModuleSamples, type Place, type Setting } from './sample.ts';

/** A month that no other sample audits. */
const MONTH = { year: 2001, month: 3 } as const;

/** The audit of the place, which the first sample starts. */
async function auditAt(
  database: pg.Client,
  { srno: branch, id }: Pick<Place, 'srno' | 'id'>,
): Promise<StartedAudit> {
  const { rows } = await database.query<{ srno: number }>(
    'select srno from audit.audit where branch = $1 and year = $2 and month = $3',
    [branch, MONTH.year, MONTH.month],
  );
  const [found] = rows;
  return found === undefined
    ? startAudit(database, { branch: id, ...MONTH })
    : { srno: found.srno, branch, ...MONTH };
}

/** The next number that no transaction has. */
async function nextNumber(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ next: number }>(
    `select coalesce(max(line_no), 0) + 1 as next from audit.transaction`,
  );
  return rows[0]?.next ?? 1;
}

/** A new transaction at the place, as a call names it. */
async function transactionAt({ database, place }: Setting, status: 'PEN' | 'OK' = 'PEN') {
  const audit = await auditAt(database, place);
  const first = await nextNumber(database);
  const traveller = `Traveller ${place.mark}`;
  const [line = 0] = await addTransactions(database, audit, 1, { first, status, traveller });
  return {
    line,
    named: {
      audit: audit.srno,
      type: 'SP',
      date: '2001-03-01',
      number: String(first),
      kind: 'T' as const,
    },
  };
}

/** A new discrepancy at the place, which can be given a reply. */
async function discrepancyAt({ database, place }: Setting, isAnswered = false) {
  const audit = await auditAt(database, place);
  const [lineNo = 0] = await addDiscrepancies(database, audit, 1, { words: `No memo ${place.mark}` });
  if (isAnswered)
    await database.query(
      `insert into audit.reply (discrepancy, branch, words, made_by_name) values ($1, $2, $3, $3)`,
      [lineNo, audit.branch, `Answer ${place.mark}`],
    );
  return { audit: audit.srno, lineNo };
}

export const auditDiscrepancySamples: ModuleSamples = {
  async prepare(database, places) {
    for (const place of places)
      await addDiscrepancies(database, await auditAt(database, place), 1, { words: `Before ${place.mark}` });
  },
  samples: [
    sample(transactions.filterTransactions, 'named', async (setting) => ({
      filter: { audit: (await transactionAt(setting)).named.audit },
    })),
    sample(transactions.exportTransactions, 'named', async (setting) => ({
      filter: { audit: (await transactionAt(setting)).named.audit, status: 'PEN' as const },
    })),
    sample(transactions.addDiscrepancy, 'named', async (setting) => ({
      discrepancy: { ...(await transactionAt(setting)).named, words: `No memo ${setting.word}` },
    })),
    sample(transactions.markTransaction, 'named', async (setting) => ({
      mark: { ...(await transactionAt(setting)).named, status: 'OK' as const },
    })),
    sample(transactions.reverseTransaction, 'named', async (setting) => ({
      mark: (await transactionAt(setting, 'OK')).named,
    })),
    sample(transactions.markTransactions, 'named', async (setting) => {
      const { line, named } = await transactionAt(setting);
      return { marks: { audit: named.audit, lines: [line], status: 'OK' as const } };
    }),
    sample(discrepancies.listDiscrepancies, { lists: ['A', 'B', 'F'] }, () => ({
      search: { mode: 'V' as const, kind: 'T' as const, year: MONTH.year },
    })),
    sample(discrepancies.countDiscrepancies, 'none', () => ({ search: { year: MONTH.year } })),
    sample(discrepancies.listProofs, 'named', async (setting) => ({
      discrepancy: await discrepancyAt(setting, true),
    })),
    uploadSample(
      discrepancies.addReply,
      'named',
      async (setting) => {
        const { audit, lineNo } = await discrepancyAt(setting);
        return {
          srno: audit,
          lineno: lineNo,
          pageright: 'DISCREPANCY' as const,
          remark: `Attached ${setting.word}`,
        };
      },
      () => ({ name: 'proof.pdf', bytes: pdfSample() }),
    ),
    sample(discrepancies.decideDiscrepancy, 'named', async (setting) => ({
      decision: { ...(await discrepancyAt(setting)), status: 'D' as const },
    })),
    sample(discrepancies.submitResponse, 'named', async (setting) => ({
      decision: { ...(await discrepancyAt(setting, true)), status: 'R' as const },
    })),
  ],
};

import * as currencies from '#contract/flash/currencies.ts';
import * as discrepancies from '#contract/flash/discrepancies.ts';
import * as flash from '#contract/flash/flash.ts';
import * as transactions from '#contract/flash/transactions.ts';
import { addCurrency, addTransaction, makeFlash, type MadeFlash } from '../flash.ts';
import { pdfSample, sheetSample } from '../samples.ts';
import { sample, uploadSample, type ModuleSamples, type Setting } from './sample.ts';

/** An audit of the place on a day of its own, with the mark of the place in its texts. */
const auditAt = ({ database, place }: Setting, status: 'P' | 'R' = 'P'): Promise<MadeFlash> =>
  makeFlash(database, { branch: place.id, cashier: `Cashier ${place.mark}`, status });

async function currencyAt(setting: Setting, isd = 'USD') {
  const audit = await auditAt(setting);
  const currency = await addCurrency(setting.database, audit, isd);
  return { audit: audit.srno, currency };
}

/** A currency with one counted face value. */
async function countedAt(setting: Setting) {
  const { audit, currency } = await currencyAt(setting);
  const { rows } = await setting.database.query<{ line_no: number }>(
    `insert into flash.denomination (currency, audit, branch, face, quantity) values ($1, $2, $3, 100, 2) returning line_no`,
    [currency, audit, setting.place.srno],
  );
  return { audit, currency, srno: rows[0]?.line_no ?? 0 };
}

async function discrepancyAt(setting: Setting, kind: 'C' | 'T' = 'C') {
  const audit = await auditAt(setting, 'R');
  const srno =
    kind === 'C'
      ? await addCurrency(setting.database, audit, 'USD', { status: 'D' })
      : await addTransaction(setting.database, audit, { document: `Paper ${setting.place.mark}` });
  return { srno, kind, audit: audit.srno };
}

/** A pending discrepancy with a remark, which carries a file. */
async function answeredAt(setting: Setting) {
  const { srno, audit } = await discrepancyAt(setting);
  const { hash, bytes } = await setting.store.put(pdfSample());
  const filename = `proof ${setting.place.mark}.pdf`;
  const { rows } = await setting.database.query<{ srno: number }>(
    `insert into flash.response (audit, branch, currency, words, file_name, extension, hash, bytes)
     values ($1, $2, $3, $4, $5, 'pdf', $6, $7) returning srno`,
    [audit, setting.place.srno, srno, `Answer ${setting.place.mark}`, filename, hash, bytes],
  );
  return { srno, proof: { srno: rows[0]?.srno ?? 0, filename } };
}

/** A day of this year or a later one on which the place has no audit. */
let daysGiven = 0;
const freshDay = (year = 2016) => {
  daysGiven += 1;
  return new Date(Date.UTC(year, 0, daysGiven)).toISOString().slice(0, 10);
};
const newHeader = ({ place }: Setting) => ({
  branch: place.id,
  cashier: `Cashier ${place.mark}`,
  remark: 'Morning',
  date: freshDay(),
});
const pdf = () => ({ name: 'paper.pdf', bytes: pdfSample() });

export const flashSamples: ModuleSamples = {
  async prepare(database, places) {
    for (const place of places) {
      const audit = await makeFlash(database, {
        branch: place.id,
        day: '2024-06-03',
        cashier: `Cashier ${place.mark}`,
      });
      await addCurrency(database, audit, 'USD', { status: 'D' });
      await addTransaction(database, audit, { document: `Paper ${place.mark}` });
    }
  },
  samples: [
    sample(flash.listFlashAudits, { lists: ['A', 'B', 'F'] }, () => ({ search: {} })),
    sample(flash.saveFlashAudit, { named: ['A', 'B'] }, (setting) => ({ audit: newHeader(setting) })),
    uploadSample(
      flash.uploadOldFlash,
      { named: ['A', 'B'] },
      (setting) => ({ uploaddoc: 'OLDFLASH' as const, audittype: 'O' as const, ...newHeader(setting) }),
      pdf,
    ),
    sample(flash.flashDetails, 'named', async (setting) => ({
      audit: { srno: (await auditAt(setting)).srno },
    })),
    sample(flash.setFlashStatus, 'named', async (setting) => ({
      audit: { status: 'R' as const, srno: (await auditAt(setting)).srno },
    })),
    sample(flash.viewFlashFile, 'named', async (setting) => ({
      document: { doctype: 'DISCREPANCY' as const, ...(await answeredAt(setting)).proof },
    })),
    sample(flash.downloadFlashFile, 'named', async (setting) => ({
      document: { doctype: 'DISCREPANCY' as const, ...(await answeredAt(setting)).proof },
    })),
    sample(currencies.listFlashCurrencies, 'named', async (setting) => ({
      audit: { srno: (await currencyAt(setting)).audit },
    })),
    // At the end of a day to come the vault of the place still has the notes that it has now.
    sample(currencies.fetchFlashCurrencies, 'named', async ({ database, place }) => ({
      audit: { srno: (await makeFlash(database, { branch: place.id, day: freshDay(2090) })).srno },
    })),
    uploadSample(
      currencies.uploadFlashCurrencies,
      'named',
      async (setting) => ({ hdrsrno: (await auditAt(setting)).srno }),
      () => ({
        name: 'currencies.xlsx',
        bytes: sheetSample([
          ['Currency', 'Name', 'Report Value'],
          ['USD', 'US Dollar', 1200],
        ]),
      }),
    ),
    sample(currencies.currencyTemplate, 'none', () => ({})),
    sample(currencies.setInrStock, 'named', async (setting) => ({
      stock: { currency: 0, audit: (await auditAt(setting)).srno, amount: '214500' },
    })),
    sample(currencies.setLineStatus, 'named', async (setting) => ({
      line: { status: 'D' as const, currency: (await currencyAt(setting)).currency },
    })),
    sample(currencies.listDenominations, 'named', async (setting) => ({ scope: await currencyAt(setting) })),
    sample(currencies.denominationTotal, 'named', async (setting) => ({ scope: await currencyAt(setting) })),
    sample(currencies.currencyDifference, 'named', async (setting) => ({ scope: await currencyAt(setting) })),
    sample(currencies.addDenomination, 'named', async (setting) => ({
      denomination: { quantity: '3', denomination: '100', ...(await currencyAt(setting)) },
    })),
    sample(currencies.removeDenomination, 'named', async (setting) => ({
      denomination: await countedAt(setting),
    })),
    sample(currencies.saveDenominations, 'named', async (setting) => ({
      count: { ...(await currencyAt(setting)), lines: [{ denomination: '50', quantity: '4' }] },
    })),
    sample(transactions.listFlashTransactions, 'named', async (setting) => ({
      audit: { srno: (await discrepancyAt(setting, 'T')).audit },
    })),
    sample(transactions.addFlashTransaction, 'named', async (setting) => ({
      transaction: {
        audit: (await auditAt(setting)).srno,
        number: '4711',
        document: 'Visa',
        saleType: 'SP',
      },
    })),
    sample(transactions.removeFlashTransaction, 'named', async (setting) => {
      const { srno, audit } = await discrepancyAt(setting, 'T');
      return { transaction: { audit, srno } };
    }),
    sample(transactions.flashReport, 'named', async (setting) => ({
      audit: { srno: (await currencyAt(setting)).audit },
    })),
    sample(transactions.flashPdf, 'named', async (setting) => ({
      audit: { srno: (await currencyAt(setting)).audit },
    })),
    sample(discrepancies.listFlashDiscrepancies, { lists: ['A', 'B', 'F'] }, () => ({
      search: { kind: 'T' as const },
    })),
    sample(discrepancies.countFlashDiscrepancies, 'none', () => ({ search: {} })),
    sample(discrepancies.flashDiscrepancyHeader, 'named', async (setting) => ({
      discrepancy: await discrepancyAt(setting),
    })),
    sample(discrepancies.currencyDiscrepancy, 'named', async (setting) => ({
      discrepancy: await discrepancyAt(setting),
    })),
    sample(discrepancies.transactionDiscrepancy, 'named', async (setting) => ({
      discrepancy: await discrepancyAt(setting, 'T'),
    })),
    sample(discrepancies.setDiscrepancyStatus, 'named', async (setting) => ({
      decision: { kind: 'C' as const, status: 'R' as const, srno: (await answeredAt(setting)).srno },
    })),
    sample(discrepancies.addFlashRemark, 'named', async (setting) => ({
      response: { remark: `Recounted ${setting.word}`, ...(await discrepancyAt(setting)) },
    })),
    uploadSample(
      discrepancies.uploadFlashProof,
      'named',
      async (setting) => {
        const { srno, kind, audit } = await discrepancyAt(setting);
        return {
          uploaddoc: 'D' as const,
          remark: `Attached ${setting.word}`,
          srno,
          type: kind,
          hdrsrno: audit,
        };
      },
      pdf,
    ),
  ],
};

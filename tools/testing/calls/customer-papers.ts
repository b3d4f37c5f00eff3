import * as papers from '#contract/audit/customer-papers.ts';
import { addTransactions } from '../audits.ts';
import { freshAudit } from './audit.ts';
import { documentAt } from './requestdocs.ts';
import { sample, type ModuleSamples, type Setting } from './sample.ts';

/** A fetched transaction of the place, whose request has one paper with the mark of the place in its name. */
async function paperAt(setting: Setting) {
  const { request, srno, filename } = await documentAt(setting, true);
  const at = await freshAudit(setting);
  const { rows } = await setting.database.query<{ year: number; month: number }>(
    'select year, month from audit.audit where srno = $1',
    [at],
  );
  const { year = 2100, month = 1 } = rows[0] ?? {};
  const audit = { srno: at, branch: setting.place.srno, year, month };
  const [lineNo = 0] = await addTransactions(setting.database, audit, 1, { first: request });
  return { audit: at, lineNo, srno, filename };
}

export const customerPaperSamples: ModuleSamples = {
  samples: [
    sample(papers.listCustomerPapers, 'named', async (setting) => {
      const { audit, lineNo } = await paperAt(setting);
      return { transaction: { audit, lineNo } };
    }),
    sample(papers.viewCustomerPaper, 'named', async (setting) => ({ document: await paperAt(setting) })),
    sample(papers.downloadCustomerPaper, 'named', async (setting) => ({ document: await paperAt(setting) })),
  ],
};

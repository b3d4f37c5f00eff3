import type pg from 'pg';
import { addDays, dateInIndia, type IsoDate } from '#domain/dates.ts';
import type { AnswerStatus, FlashStatus, LineStatus, SaleType } from '#domain/flash/codes.ts';
import { transactionStatus } from '#domain/flash/flash.ts';
import { facesOf } from '#domain/notes/faces.ts';
import {
  addRemark,
  changeAnswer,
  fetchCurrencies,
  insertFlash,
  insertTransaction,
  moveFlash,
  replaceFaces,
  setStatus,
  setStock,
} from '#server/modules/flash/index.ts';
import type { Transaction } from '#server/platform/database.ts';
import type { AcceptedFile } from '#server/platform/files/intake.ts';
import type { Author } from '#server/platform/record.ts';
import { DEMO_PAPERS } from './documents.ts';
import { executorOn } from './executor.ts';

/**
 * The flash audits of the demo: one of Mumbai that is being counted, one of Delhi in review with discrepancies in every
 * state, a closed one of Pune, one of Bengaluru without data, and old ones of Mumbai on paper. The product's own
 * statements make them.
 */

/** A currency that was counted. */
interface DemoCount {
  readonly isd: string;
  /** How much is missing. */
  readonly short?: number;
  readonly status: LineStatus;
  readonly answer?: AnswerStatus;
}
interface DemoPaper {
  readonly type: SaleType;
  readonly missing: string;
  readonly answer?: AnswerStatus;
}
interface DemoFlash {
  readonly branch: string;
  readonly daysAgo: number;
  readonly cashier: string;
  readonly remark: string;
  readonly status: FlashStatus;
  /** Null if the currencies have not come yet. */
  readonly counted: readonly DemoCount[] | null;
  readonly stock: string;
  readonly papers: readonly DemoPaper[];
}

const ok = (...codes: readonly string[]): DemoCount[] => codes.map((isd) => ({ isd, status: 'O' }));

const FLASH_AUDITS: readonly DemoFlash[] = [
  {
    branch: 'PUN',
    daysAgo: 60,
    cashier: 'Sunita Patil',
    remark: 'All in order after a recount.',
    status: 'C',
    counted: [
      ...ok('AED', 'EUR', 'GBP', 'JPY', 'SGD', 'THB', 'INR'),
      { isd: 'USD', short: 100, status: 'D', answer: 'O' },
    ],
    stock: '98000.00',
    papers: [
      { type: 'SP', missing: '' },
      { type: 'PP', missing: '' },
    ],
  },
  {
    branch: 'DEL',
    daysAgo: 20,
    cashier: 'Harpreet Gill',
    remark: 'Second visit of the quarter.',
    status: 'R',
    counted: [
      ...ok('AED', 'GBP', 'SGD', 'INR'),
      { isd: 'USD', short: 200, status: 'D', answer: 'P' },
      { isd: 'EUR', short: 50, status: 'D', answer: 'R' },
      { isd: 'JPY', short: 10_000, status: 'D', answer: 'O' },
    ],
    stock: '176250.00',
    papers: [
      { type: 'SP', missing: 'Passport copy', answer: 'P' },
      { type: 'SP', missing: 'A2 form', answer: 'R' },
      { type: 'PP', missing: '' },
    ],
  },
  {
    branch: 'BLR',
    daysAgo: 5,
    cashier: 'Lakshmi Rao',
    remark: '',
    status: 'P',
    counted: null,
    stock: '',
    papers: [],
  },
  {
    branch: 'MUM',
    daysAgo: 3,
    cashier: 'Vikas Rane',
    remark: 'Counter and vault, before opening.',
    status: 'P',
    counted: [...ok('USD', 'EUR', 'INR'), { isd: 'GBP', short: 50, status: 'D', answer: 'P' }],
    stock: '214500.00',
    papers: [
      { type: 'SP', missing: '' },
      { type: 'SP', missing: 'Visa copy', answer: 'P' },
      { type: 'PP', missing: '' },
      { type: 'SB', missing: '' },
    ],
  },
];

/** The old audits of Mumbai, in earlier months. */
const OLD_DAYS_AGO = [95, 130, 170] as const;

/** The notes of a value, the largest first. */
function facesFor(isd: string, value: number): { face: string; quantity: number }[] {
  let left = value;
  return facesOf(isd).flatMap((face) => {
    const quantity = Math.floor(left / face);
    left -= quantity * face;
    return quantity === 0 ? [] : [{ face: String(face), quantity }];
  });
}

type Paper = (typeof DEMO_PAPERS)[number];
const fileOf = ({ name, extension, hash, bytes }: Paper): AcceptedFile => ({
  fileName: name,
  extension: extension as AcceptedFile['extension'],
  hash,
  bytes: bytes.length,
  mime: '',
});

class Demo {
  readonly #client: pg.Client;
  readonly #on: Transaction;
  readonly #auditor: Author;

  constructor(client: pg.Client, auditor: Author) {
    this.#client = client;
    this.#on = executorOn(client);
    this.#auditor = auditor;
  }

  /** Adds an audit and returns its number. */
  async add(branch: number, day: IsoDate, of: Pick<DemoFlash, 'cashier' | 'remark'>, paper?: Paper) {
    const file = paper === undefined ? null : fileOf(paper);
    const added = await insertFlash(this.#on, { ...of, branch, day }, file, this.#auditor);
    if (added === undefined) throw new Error(`there is a flash audit on ${day}`);
    return added.srno;
  }

  async fill(audit: number, branch: number, day: IsoDate, flash: DemoFlash, staff: Author): Promise<void> {
    if (flash.counted === null) return;
    await fetchCurrencies(this.#on, audit, day, this.#auditor);
    await setStock(this.#on, audit, flash.stock, this.#auditor);
    // Notes in transit are in the books, but nobody can count them.
    const { rows } = await this.#client.query<{ srno: number; isd: string; there: string }>(
      'select srno, isd, report - coalesce(in_transit, 0) as there from flash.currency where audit = $1',
      [audit],
    );
    for (const { isd, short = 0, status, answer = 'P' } of flash.counted) {
      const line = rows.find((row) => row.isd === isd);
      if (line === undefined) continue;
      const faces = facesFor(isd, Number(line.there) - short);
      await replaceFaces(this.#on, { audit, currency: line.srno }, faces, this.#auditor);
      await setStatus(this.#on, 'currency', line.srno, status, this.#auditor);
      await this.#answer('C', line.srno, answer, staff);
    }
    await this.#addPapers(audit, branch, flash.papers, staff);
  }

  /** Puts what happened on the days on which it would have happened, and ends the audit. */
  async end(audit: number, { status, daysAgo }: DemoFlash): Promise<void> {
    for (const table of ['flash.currency', 'flash.transaction'])
      await this.#client.query(
        `update ${table} set pending_since = on_day + time '11:00', changed_at = on_day + time '11:00' where audit = $1`,
        [audit],
      );
    await this.#client.query(
      `update flash.response r set made_at = least(a.on_day + time '15:00' + o.n * interval '3 hours', now()) from (
         select srno, audit, row_number() over (partition by currency, transaction order by srno) as n from flash.response
       ) as o join flash.audit a on a.srno = o.audit where o.srno = r.srno and r.audit = $1`,
      [audit],
    );
    await this.#client.query(
      `update flash.audit set changed_at = now() - make_interval(days => $2),
         filled_at = case when filled_at is null then null else on_day + time '10:30' end where srno = $1`,
      [audit, daysAgo],
    );
    if (status !== 'P') await moveFlash(this.#on, audit, status, this.#auditor);
  }

  /** The papers of requests that the branch has, the newest first. */
  async #addPapers(audit: number, branch: number, papers: readonly DemoPaper[], staff: Author) {
    const { rows } = await this.#client.query<{ srno: number; type: string }>(
      `select r.srno, r.type from requests.register_ref r join flash.audit a on a.srno = $2
       where r.branch = $1 and r.final_on <= a.on_day order by r.srno desc limit 200`,
      [branch, audit],
    );
    const used = new Set<number>();
    for (const { type, missing, answer = 'P' } of papers) {
      const request = rows.find((row) => row.type === type && !used.has(row.srno));
      if (request === undefined) continue;
      used.add(request.srno);
      const row = {
        saleType: type,
        number: String(request.srno),
        document: missing,
        status: transactionStatus(missing),
      };
      const added = await insertTransaction(this.#on, audit, row, this.#auditor);
      if (added !== undefined && missing !== '') await this.#answer('T', added.srno, answer, staff);
    }
  }

  /** The branch answers a discrepancy that is no longer pending, with a photo; the auditor decides. */
  async #answer(kind: 'C' | 'T', srno: number, status: AnswerStatus, staff: Author): Promise<void> {
    if (status === 'P') return;
    const photo = DEMO_PAPERS.find(({ use }) => use === 'count');
    const words = kind === 'C' ? 'Counted again: the photo shows the slip.' : 'The paper was found.';
    await addRemark(this.#on, kind, srno, words, photo === undefined ? null : fileOf(photo), staff);
    await changeAnswer(this.#on, kind, srno, 'R', staff);
    if (status === 'O') await changeAnswer(this.#on, kind, srno, 'O', this.#auditor);
  }
}

export async function loadFlash(client: pg.Client): Promise<void> {
  const today = dateInIndia(Date.now());
  const accounts = await client.query<{ account: number; name: string; user_id: string }>(
    'select srno as account, name, user_id from access.account',
  );
  const named = (user: string) => accounts.rows.find(({ user_id }) => user_id === user);
  const auditor = named('audit.ca');
  if (auditor === undefined) throw new Error('the demo has no auditor');
  await client.query(`select set_config('bureau.actor', $1, true), set_config('bureau.call', 'demo', true)`, [
    String(auditor.account),
  ]);
  const places = await client.query<{ id: string; srno: number }>('select id, srno from masters.entity');
  const branchOf = (id: string) => places.rows.find((place) => place.id === id)?.srno ?? 0;
  const demo = new Demo(client, auditor);
  const papers = DEMO_PAPERS.filter(({ use }) => use === 'flash');
  for (const [index, daysAgo] of [...OLD_DAYS_AGO].reverse().entries())
    await demo.add(
      branchOf('MUM'),
      addDays(today, -daysAgo),
      { cashier: 'Vikas Rane', remark: 'Made on paper.' },
      papers[index],
    );
  for (const flash of FLASH_AUDITS) {
    const branch = branchOf(flash.branch);
    const day = addDays(today, -flash.daysAgo);
    const audit = await demo.add(branch, day, flash);
    await demo.fill(audit, branch, day, flash, named(`staff.${flash.branch.toLowerCase()}`) ?? auditor);
    await demo.end(audit, flash);
  }
}

import { saveRequest } from '#contract/requests/form.ts';
import { dateInIndia, isoDate, type IsoDate } from '#domain/dates.ts';
import { MESSAGES, TEXTS } from '#domain/messages.ts';
import { exact, readRupees, NO_RUPEES, sumRupees } from '#domain/money.ts';
import { isSale } from '#domain/requests/codes.ts';
import { draftProblems, finalProblems, totalsMessage } from '#domain/requests/complete.ts';
import { asKept, REQUEST_RULES, type PaymentLine, type RequestDraft } from '#domain/requests/draft.ts';
import { paymentTotal, priceDraft, readMoney } from '#domain/requests/pricing.ts';
import { schemeById } from '#domain/requests/schemes.ts';
import { warningsOn, warningsRemark, type WarningFacts } from '#domain/requests/warnings.ts';
import { mayDo } from '#domain/rights.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { refuseStale } from '#server/platform/record.ts';
import { handle, Reply } from '#server/platform/dispatch/handler.ts';
import { notAllowed, notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { findFacts, type CardRate } from './facts.sql.ts';
import {
  contentHash,
  keptLines,
  paymentRows,
  productRows,
  readRequestInput,
  requestColumns,
  type NumberedPayment,
  type SubmittedRequest,
} from './requests.present.ts';
import {
  findCurrentRequest,
  findFirstSave,
  insertRequest,
  resolveNames,
  updateRequest,
  writeLinesOf,
  type GatewayLine,
  type Names,
} from './save.sql.ts';
import { lockRequest } from './lock.sql.ts';
import { mayEdit } from './state.ts';

const REF_TAKEN = 'This reference number belongs to another request.';
const PAID_SALE =
  'The customer has paid for this sale by payment link, so it cannot become a purchase. Please make a new request.';

/** The state of the request before the save; empty for a new one. */
interface CurrentRequest {
  readonly srno: number;
  readonly madeOn: IsoDate;
  readonly isOwn: boolean;
  readonly gateway: readonly GatewayLine[];
  /** The numbers of all other payment lines. */
  readonly typedLines: readonly number[];
}

/** Locks an existing request and refuses what may not be changed, or has been changed since it was seen. */
async function currentRequestOf(
  tx: Transaction,
  srno: number,
  caller: Caller,
  seen: number | null,
  today: IsoDate,
): Promise<CurrentRequest> {
  if (srno === 0) return { srno, madeOn: today, isOwn: true, gateway: [], typedLines: [] };
  await lockRequest(tx, srno);
  const current = await findCurrentRequest(tx, srno, caller);
  if (current === undefined) throw notFound();
  refuseStale(seen, current);
  const editable = mayEdit(current, caller);
  if (!editable.ok) throw new Refusal(editable.why);
  return {
    srno,
    madeOn: isoDate(current.made_on),
    isOwn: current.made_by === caller.account,
    gateway: current.gateway as GatewayLine[],
    typedLines: current.typed_lines,
  };
}

/** The lines that the client typed. Lines that the gateway paid are recognised by their number and amount. */
const typedPayments = (
  { draft }: SubmittedRequest,
  gateway: readonly GatewayLine[],
): readonly NumberedPayment[] =>
  draft.payments.filter(
    ({ srno, amount }) =>
      !gateway.some((paid) => paid.line_no === srno && readMoney(amount) === readRupees(paid.amount)),
  );

const gatewayPayment = ({ reference, amount }: GatewayLine): PaymentLine => ({
  payType: 'BANK',
  bank: 'gateway',
  reference,
  amount,
  date: '',
});

const namesOf = (draft: RequestDraft, typed: readonly PaymentLine[]): Names => ({
  branch: draft.branch,
  sales: draft.salesExecutive,
  delivery: draft.deliveryExecutive,
  state: draft.state,
  remitterBank: draft.remitterBank,
  purpose: draft.purpose,
  currencies: draft.products.map(({ isd }) => isd).filter((isd) => isd !== ''),
  banks: typed.map(({ bank }) => bank).filter((bank) => bank !== ''),
});

/** Refuses a draft that names a record which does not exist, is out of scope, or belongs to another branch. */
function refuseUnknown(
  found: Awaited<ReturnType<typeof resolveNames>>,
  { isOwn }: CurrentRequest,
  draft: RequestDraft,
): void {
  if (found.branch === null && draft.branch !== '') throw notAllowed();
  // Only its maker can see a draft without a branch, so nobody else can remove the branch.
  if (found.branch === null && !isOwn) throw new Refusal(TEXTS.badBranch);
  const missing = (['salesExecutive', 'deliveryExecutive', 'state', 'remitterBank', 'purpose'] as const).find(
    (field) =>
      draft[field] !== '' &&
      !{
        salesExecutive: found.sales,
        deliveryExecutive: found.delivery,
        state: found.state,
        remitterBank: found.remitter_bank,
        purpose: found.purpose,
      }[field],
  );
  if (missing !== undefined)
    throw new Refusal(
      missing === 'salesExecutive' || missing === 'deliveryExecutive'
        ? `${REQUEST_RULES[missing].label} ${draft[missing]} is not one of this branch.`
        : `${REQUEST_RULES[missing].label} is not one of the list.`,
    );
  const [currency] = found.unknown_currencies;
  if (currency !== undefined) throw new Refusal(`${currency} is not a currency of the list.`);
  if (found.unknown_banks.length > 0) throw new Refusal('Bank is not one of the list.');
}

type Facts = Awaited<ReturnType<typeof findFacts>>;

/** The facts for warnings, loaded while the names are resolved; null without a type. */
function askFacts(
  read: Executor,
  { type, branch, pan, nationality, destination }: RequestDraft,
  day: IsoDate,
  srno: number,
  caller: Caller,
): Promise<Facts | null> {
  if (type === '') return Promise.resolve(null);
  const asked = findFacts(read, { branch, pan, nationality, destination, without: srno }, day, caller);
  // If the save is refused first, nobody awaits this promise, so swallow its rejection.
  asked.catch(() => undefined);
  return asked;
}

function warningsFor(
  draft: RequestDraft,
  day: IsoDate,
  grandTotal: WarningFacts['grandTotal'],
  found: Facts | null,
): string[] {
  const { type } = draft;
  if (found === null || type === '') return [];
  const card = new Map((found.rates as readonly CardRate[]).map((rate) => [rate.isd, rate]));
  const country = (name: string | null, fatf: boolean | null) =>
    name === null ? null : { name, fatf: fatf === true };
  return warningsOn(draft, {
    day,
    grandTotal,
    usdRate: found.usd_rate === null ? null : exact(found.usd_rate),
    lrsUsdBefore: found.year_usd === null ? null : exact(found.year_usd),
    nationality: country(found.nationality, found.nationality_fatf),
    destination: country(found.destination, found.destination_fatf),
    cardRate: ({ isd }) => {
      const rate = card.get(isd);
      return rate === undefined ? null : exact(isSale(type) ? rate.sell : rate.buy);
    },
  }).map(({ message }) => message);
}

/** The totals of a draft that can be saved. Throws the first problem; wrong totals come before missing payments. */
function priced(
  { isFinal, stated }: SubmittedRequest,
  draft: RequestDraft,
  schemeId: string,
  today: IsoDate,
) {
  const totals = priceDraft(draft, schemeById(schemeId))?.totals ?? null;
  const refuse = ([problem]: readonly { readonly message: string }[]) => {
    if (problem !== undefined) throw new Refusal(problem.message);
  };
  refuse(draftProblems(draft, today));
  if (totals !== null) {
    const sent = stated === null ? null : { ...stated, tcs: readMoney(draft.tcs) ?? NO_RUPEES };
    const message = sent === null ? MESSAGES.MSG0008 : totalsMessage(totals, sent);
    if (message !== null) throw new Refusal(message);
  }
  if (isFinal) refuse(finalProblems(draft, totals?.grandTotal ?? NO_RUPEES, today));
  return totals;
}

/** The answer to an identical first save, as it was given then, whatever the rates and rules are now. */
async function firstAnswer(tx: Transaction, refNo: string, hash: Buffer, msg: string, caller: Caller) {
  const first = await findFirstSave(tx, refNo, hash, caller);
  if (first === undefined) return undefined;
  return Reply.of({ err: '', msg, srno: first.srno, warnings: [...first.first_warnings] }, { version: 1 });
}

export const saveHandler = handle(saveRequest, async ({ tx, db, caller, now, version }, { record }) => {
  const written = readRequestInput(record);
  const { srno, isFinal, refNo, place } = written;
  if (!mayDo(caller.rights, 'NEWTRANREQUEST', srno === 0 ? 'add' : 'edit')) throw notAllowed();
  const today = dateInIndia(now.getTime());
  const standing = await currentRequestOf(tx, srno, caller, version, today);
  const typed = typedPayments(written, standing.gateway);
  const draft = asKept({ ...written.draft, payments: [...typed, ...standing.gateway.map(gatewayPayment)] });
  const msg = isFinal ? 'The request is submitted.' : 'The draft is saved.';
  const hash = contentHash(isFinal, draft, written.stated);
  // Otherwise the customer's payment would become a payout to the customer.
  if (standing.gateway.length > 0 && draft.type !== '' && !isSale(draft.type)) throw new Refusal(PAID_SALE);
  const facts = askFacts(db.read, draft, today, srno, caller);
  const found = await resolveNames(tx, srno, refNo, namesOf(draft, typed), standing.madeOn);
  const answered = found.is_ref_known ? await firstAnswer(tx, refNo, hash, msg, caller) : undefined;
  if (answered !== undefined) return answered;
  refuseUnknown(found, standing, draft);
  const totals = priced(written, draft, found.scheme, today);
  const warnings = warningsFor(draft, today, totals?.grandTotal ?? NO_RUPEES, await facts);

  const paid = paymentTotal(draft.payments);
  const kept = keptLines(typed, standing.typedLines);
  const saving = {
    columns: requestColumns(draft, found, totals, found.scheme),
    isFinal,
    received: isFinal
      ? paid
      : sumRupees(standing.gateway.map(({ amount }) => readMoney(amount) ?? NO_RUPEES)),
    place,
    products: productRows(draft.products),
    payments: paymentRows(
      typed,
      kept,
      standing.gateway.map(({ line_no }) => line_no),
      isFinal,
    ),
    kept,
  };
  const saved =
    srno === 0
      ? await insertRequest(tx, refNo, hash, today, saving, warnings, caller)
      : await updateRequest(tx, srno, saving, paid, warnings, caller);
  if (saved === undefined) {
    const other = await firstAnswer(tx, refNo, hash, msg, caller);
    if (other === undefined) throw new Refusal(REF_TAKEN);
    return other;
  }
  const warned = warningsRemark(warnings);
  const remarks = warned === null ? [msg] : [msg, warned];
  await writeLinesOf(tx, saved.srno, saving, remarks, today, caller);
  return Reply.of({ err: '', msg, srno: saved.srno, warnings }, { version: saved.version });
});

import { inForceOn } from '../dated.ts';
import type { IsoDate } from '../dates.ts';
import {
  addRupees,
  compareExact,
  differsByMoreThan,
  exact,
  isAboveZero,
  isZero,
  sumRupees,
  valueAt,
} from '../money.ts';
import type { Exact, Rupees } from '../money.ts';
import { formatDecimal, formatRupees } from '../numbers.ts';
import { lineAmount } from './charges.ts';
import { ID_TYPES, isSale, type TransactionType } from './codes.ts';
import { REQUEST_RULES, type ProductLine, type RequestDraft, type RequestField } from './draft.ts';
import { holdsAadhaarNumber, isAadhaarType } from './identity.ts';
import { WARNING_LIMITS, type WarningLimits } from './limits.ts';
import { paymentTotal, readQuantity, readRate } from './pricing.ts';

/** Warnings inform the user and are logged. None of them blocks a request. */
export interface Warning {
  readonly code: WarningCode;
  readonly field: RequestField;
  readonly message: string;
}

export type WarningCode =
  | 'cashSale'
  | 'cashPayout'
  | 'lrsTotal'
  | 'notesPerTrip'
  | 'customsDeclaration'
  | 'noForexCountry'
  | 'fatfCountry'
  | 'panMissing'
  | 'weakIdType'
  | 'aadhaarInText'
  | 'rateOffCard'
  | 'usdRateUnknown';

export interface Country {
  readonly name: string;
  readonly fatf: boolean;
}

/** Facts that are not in the draft. */
export interface WarningFacts {
  readonly day: IsoDate;
  readonly grandTotal: Rupees;
  /** Rupees for a US dollar that day; null if unknown. */
  readonly usdRate: Exact | null;
  /** Earlier US dollars sold to the same PAN in this financial year; null without a PAN. */
  readonly lrsUsdBefore: Exact | null;
  readonly nationality: Country | null;
  readonly destination: Country | null;
  /** The card's rate for a line; null if the card has none. */
  readonly cardRate: (line: ProductLine) => Exact | null;
}

const NO_DOLLARS = exact('0');

type Case = RequestDraft & { readonly type: TransactionType };

/** All warnings on a draft, in the order of this file; none while no type is chosen. */
export function warningsOn(
  draft: RequestDraft,
  facts: WarningFacts,
  dated: readonly WarningLimits[] = WARNING_LIMITS,
): Warning[] {
  const limits = inForceOn(dated, facts.day);
  const { type } = draft;
  if (type === '' || limits === null) return [];
  const request: Case = { ...draft, type };
  return [
    ...cashWarnings(request, facts, limits),
    ...dollarWarnings(request, facts, limits),
    ...countryWarnings(request, facts, limits),
    ...personWarnings(request, limits),
    ...rateWarnings(request, facts, limits),
  ];
}

/** The maximum length of one activity log entry. */
const MAX_REMARK_CHARS = 2_000;
const MORE_CHARS = 20;

/** All warnings of a save as one activity log entry, one warning per line; null if there are none. */
export function warningsRemark(messages: readonly string[]): string | null {
  if (messages.length === 0) return null;
  const written = messages.map((message) => `Warning: ${message}`);
  let chars = 0;
  const fitting = written.findIndex((each) => (chars += each.length + 1) > MAX_REMARK_CHARS - MORE_CHARS);
  if (fitting === -1) return written.join('\n');
  return [...written.slice(0, fitting), `And ${written.length - fitting} more.`].join('\n');
}

function* cashWarnings(
  request: Case,
  { grandTotal }: WarningFacts,
  limits: WarningLimits,
): Generator<Warning> {
  const cash = paymentTotal(request.payments, 'CASH');
  if (!isSale(request.type) || !isAboveZero(cash)) return;
  const limit = formatRupees(limits.saleCash);
  if (compareExact(cash, limits.saleCash) >= 0 || compareExact(grandTotal, limits.saleCash) >= 0)
    yield {
      code: 'cashSale',
      field: 'payments',
      message: `Cash is allowed only on sales below ${limit}; here ${formatRupees(cash)} of ${formatRupees(grandTotal)} is cash.`,
    };
}

/** US dollars count by quantity; other currencies by their amount in rupees. */
function rupeesAtDollarRate(lines: readonly ProductLine[], usdRate: Exact): Rupees {
  return sumRupees(
    lines.flatMap(({ isd, quantity, rate }) => {
      const [units, price] = [readQuantity(quantity), readRate(rate)];
      if (units === null || price === null) return [];
      return [isd === 'USD' ? valueAt(units, usdRate) : lineAmount(units, price)];
    }),
  );
}

function* dollarWarnings(request: Case, facts: WarningFacts, limits: WarningLimits): Generator<Warning> {
  const { type, products, residency } = request;
  if (type === 'SB' || type === 'PB' || products.length === 0) return;
  const { usdRate } = facts;
  if (usdRate === null || isZero(usdRate)) {
    const message = 'The US dollar rate of the day is not known, so limits in US dollars were not checked.';
    yield { code: 'usdRateUnknown', field: 'products', message };
    return;
  }
  const exceeds = (amount: Rupees, usd: Exact) => compareExact(amount, valueAt(usd, usdRate)) > 0;
  const usdText = (usd: Exact) => `USD ${formatDecimal(usd, 0)}`;
  const notes = rupeesAtDollarRate(
    products.filter(({ product }) => product === 'CN'),
    usdRate,
  );
  const total = rupeesAtDollarRate(products, usdRate);
  if (type === 'SP') {
    const before = valueAt(facts.lrsUsdBefore ?? NO_DOLLARS, usdRate);
    if (residency !== 'N' && exceeds(addRupees(before, total), limits.lrsUsd))
      yield {
        code: 'lrsTotal',
        field: 'products',
        message: `With this sale the traveller is over ${usdText(limits.lrsUsd)} of the Liberalised Remittance Scheme this financial year.`,
      };
    const perTrip = limits.notesUsdByCountry[nameOf(facts.destination)] ?? limits.notesUsd;
    if (exceeds(notes, perTrip))
      yield {
        code: 'notesPerTrip',
        field: 'products',
        message: `Notes for one trip are over ${usdText(perTrip)}; the rest is for a card.`,
      };
    return;
  }
  const payout = residency === 'N' ? limits.payoutUsdNonResident : limits.payoutUsdResident;
  if (exceeds(paymentTotal(request.payments, 'CASH'), payout))
    yield {
      code: 'cashPayout',
      field: 'payments',
      message: `Cash paid to a ${residency === 'N' ? 'non-resident' : 'resident'} is over ${usdText(payout)}.`,
    };
  if (exceeds(notes, limits.customsNotesUsd) || exceeds(total, limits.customsTotalUsd))
    yield {
      code: 'customsDeclaration',
      field: 'products',
      message: `Notes over ${usdText(limits.customsNotesUsd)}, or ${usdText(limits.customsTotalUsd)} in all, need a customs declaration.`,
    };
}

const nameOf = (country: Country | null) => country?.name.trim().toLowerCase() ?? '';

function* countryWarnings(
  { type }: Case,
  { nationality, destination }: WarningFacts,
  limits: WarningLimits,
): Generator<Warning> {
  if (isSale(type) && destination !== null && limits.noForexCountries.includes(nameOf(destination)))
    yield {
      code: 'noForexCountry',
      field: 'destination',
      message: `No foreign exchange is sold for ${destination.name}.`,
    };
  const named = [
    ['nationality', nationality],
    ['destination', destination],
  ] as const;
  for (const [field, country] of named)
    if (country?.fatf === true)
      yield {
        code: 'fatfCountry',
        field,
        message: `${country.name} is on a list of the FATF: take extra care.`,
      };
}

/** Fields for free text. A bank's reference can be any twelve digits and is not checked. */
const FREE_TEXTS = [
  'entityName',
  'travellerName',
  'idNumber',
  'kycAddress',
  'deliveryAddress',
  'otherDetails',
] as const;

function* personWarnings(request: Case, limits: WarningLimits): Generator<Warning> {
  const { type, pan, residency, idType } = request;
  if (type === 'SP' && residency !== 'N' && pan.trim() === '')
    yield {
      code: 'panMissing',
      field: 'pan',
      message: 'A PAN is needed for every sale under the scheme (LRS).',
    };
  if ((type === 'SP' || type === 'PP') && limits.weakIdTypes.some((weak) => weak === idType)) {
    const name = ID_TYPES[Number(idType) as keyof typeof ID_TYPES];
    yield { code: 'weakIdType', field: 'idType', message: `${name} is not an officially valid document.` };
  }
  for (const field of FREE_TEXTS)
    if (holdsAadhaarNumber(request[field]) && !(field === 'idNumber' && isAadhaarType(idType)))
      yield {
        code: 'aadhaarInText',
        field,
        message: `${REQUEST_RULES[field].label} seems to hold a whole Aadhaar number; write the last four digits only.`,
      };
}

function* rateWarnings(request: Case, { cardRate }: WarningFacts, limits: WarningLimits): Generator<Warning> {
  for (const line of request.products) {
    const [rate, card] = [readRate(line.rate), cardRate(line)];
    if (rate === null || card === null || isZero(card)) continue;
    if (differsByMoreThan(limits.rateOffPercent, rate, card))
      yield {
        code: 'rateOffCard',
        field: 'products',
        message: `The rate ${rate} of ${line.isd} is more than ${limits.rateOffPercent} % from the card's ${card}.`,
      };
  }
}

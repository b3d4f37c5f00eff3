import type { NumberView } from '#domain/requests/codes.ts';
import { maskedDay, maskedNumber } from '#domain/requests/masks.ts';
import { NOT_CARRIED, numbersSeenBy, seesEveryNumber } from '#domain/requests/numbers.ts';
import type { Executor } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { Refusal } from '#server/platform/dispatch/problems.ts';
import { findNumbersOwner } from './numbers.sql.ts';
import { actorOf } from './state.ts';

/** Whether notes of a request are with the caller or on their way to them. The notes module knows it. */
export type CarriesNotes = (on: Executor, request: number, caller: Caller) => Promise<boolean>;

/** What a caller sees of the numbers of a request in reach. */
export type NumberViews = (on: Executor, request: number, caller: Caller) => Promise<NumberView>;

/** Most callers are decided by their rights alone, without a query. */
export const numberViews =
  (carriesNotes: CarriesNotes): NumberViews =>
  async (on, request, caller) => {
    if (seesEveryNumber(caller.rights)) return 'whole';
    const owner = await findNumbersOwner(on, request, caller);
    if (owner === undefined) return 'masked';
    const isCarried = owner.is_executive || (await carriesNotes(on, request, caller));
    return numbersSeenBy(actorOf(caller), { makers: owner.makers.map(String), isCarried });
  };

/** Refuses what holds the numbers of a request and leaves a trail entry, such as a paper, to a rider who does not carry it. */
export function refuseMasked(view: NumberView): void {
  if (view === 'masked') throw new Refusal(NOT_CARRIED);
}

type Mask = (value: string) => string;

const MASKS = {
  idNumber: maskedNumber,
  pan: maskedNumber,
  accountNumber: maskedNumber,
  dateOfBirth: maskedDay,
} as const satisfies Readonly<Record<string, Mask>>;
type MaskedField = keyof typeof MASKS;

/** A row must have every field that is masked, so that none goes out whole because it has another name. */
const masking =
  <Field extends string>(masks: Readonly<Record<string, Mask>>) =>
  <Row extends Readonly<Record<Field, string>>>(row: Row, view: NumberView): Row => {
    if (view === 'whole') return row;
    const masked = Object.entries(row).map(([name, value]: [string, unknown]) => {
      const mask = masks[name];
      return [name, mask !== undefined && typeof value === 'string' ? mask(value) : value] as const;
    });
    return Object.fromEntries(masked) as Row;
  };

/** A request with its numbers masked, unless the caller sees them whole. */
export const withMasks = masking<MaskedField>(MASKS);

/** The same for a customer, whose mobile number is masked as well. Not every row of customers has an account. */
export const withCustomerMasks = masking<Exclude<MaskedField, 'accountNumber'> | 'mobile'>({
  ...MASKS,
  mobile: maskedNumber,
});

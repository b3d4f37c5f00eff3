/** The codes of a transaction request and their names (001 §3, §4, §9). */

export const TRANSACTION_TYPES = {
  SP: { name: 'Sales To Public', direction: 'sale', party: 'public' },
  SB: { name: 'Sales Bulk', direction: 'sale', party: 'bulk' },
  PP: { name: 'Purchase To Public', direction: 'purchase', party: 'public' },
  PB: { name: 'Purchase Bulk', direction: 'purchase', party: 'bulk' },
} as const;
export type TransactionType = keyof typeof TRANSACTION_TYPES;

export const isSale = (type: TransactionType): boolean => TRANSACTION_TYPES[type].direction === 'sale';
export const isPublic = (type: TransactionType): boolean => TRANSACTION_TYPES[type].party === 'public';
/** Only sales to the public have TCS. */
export const takesTcs = (type: TransactionType): boolean => type === 'SP';

export const PRODUCTS = { CN: 'Currency', CARD: 'Card' } as const;
export type Product = keyof typeof PRODUCTS;

export const PAYMENT_TYPES = { CASH: 'Cash', BANK: 'Bank', SPR: 'Special Approval' } as const;
export type PaymentType = keyof typeof PAYMENT_TYPES;

export const HANDOVERS = { IN: 'In Branch', DEL: 'Delivery/Pickup' } as const;
export type Handover = keyof typeof HANDOVERS;

export const ID_TYPES = {
  1: 'Passport',
  2: 'Election Card',
  3: 'Driving License',
  4: 'Ration Card',
  5: 'PAN',
  6: 'Other Govt. ID',
  7: 'Aadhaar Card',
  8: 'Aadhaar EID No.',
} as const;
/** As typed and sent: the digit as text. */
export type IdType = `${keyof typeof ID_TYPES}`;

/** Not in the specification. Some legal limits depend on it. */
export const RESIDENCIES = { R: 'Resident', N: 'Non-resident' } as const;
export type Residency = keyof typeof RESIDENCIES;

export const REQUEST_STATUSES = { P: 'PENDING', S: 'SCHEDULED', D: 'DELIVERED', H: 'HANDOVER' } as const;
export type RequestStatus = keyof typeof REQUEST_STATUSES;

/** Replaces the status of a withdrawn request. It is not one of the specified statuses. */
export const WITHDRAWN_STATUS = 'W';

/** The display text of a status code. */
export const requestStatusWord = (code: string): string =>
  Object.hasOwn(REQUEST_STATUSES, code) ? REQUEST_STATUSES[code as RequestStatus] : 'Not Available';

/** A draft is also pending, so the screens mark it beside its status. A withdrawn request is no longer a draft. */
export const isDraft = (status: string, submitted: boolean): boolean => status === 'P' && !submitted;

/**
 * What a user sees of the numbers of a request: all of them, the masked ones until the user asks to be shown them, which
 * leaves a trail entry, or only the masked ones.
 */
export const NUMBER_VIEWS = ['whole', 'shown', 'masked'] as const;
export type NumberView = (typeof NUMBER_VIEWS)[number];

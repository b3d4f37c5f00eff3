import { isEmail } from '../email.ts';
import { mandatoryMessage, TEXTS } from '../messages.ts';
import { largerOf, NO_RUPEES, subtractRupees, type Rupees } from '../money.ts';
import type { RequestDraft } from './draft.ts';

/** The fields that a payment link needs (001 §5). */
export type Remitter = Pick<RequestDraft, 'email' | 'remitterBank' | 'accountNumber' | 'ifsc'>;

export interface MissingForLink {
  readonly field: keyof Remitter;
  readonly label: string;
}

const IFSC_CHARS = 11;

/** The fields missing for a link, always in this order. */
export function missingForLink({ email, remitterBank, accountNumber, ifsc }: Remitter): MissingForLink[] {
  const missing: MissingForLink[] = [];
  const code = ifsc.trim();
  if (!isEmail(email.trim())) missing.push({ field: 'email', label: 'remitter email' });
  if (remitterBank.trim() === '') missing.push({ field: 'remitterBank', label: 'bank name' });
  if (accountNumber.trim() === '') missing.push({ field: 'accountNumber', label: 'account number' });
  if (code === '') missing.push({ field: 'ifsc', label: 'IFSC' });
  else if ([...code].length !== IFSC_CHARS) missing.push({ field: 'ifsc', label: 'invalid IFSC' });
  return missing;
}

/** The refusal that lists the missing fields; null if a link can be sent. */
export function linkMessage(remitter: Remitter): string | null {
  const missing = missingForLink(remitter);
  return missing.length === 0 ? null : mandatoryMessage(missing.map(({ label }) => label));
}

/** The amount of a link: the grand total minus the payment lines. */
export const linkAmount = (grandTotal: Rupees, paid: Rupees): Rupees =>
  largerOf(NO_RUPEES, subtractRupees(grandTotal, paid));

/** The confirmation question before a link is sent. */
export const LINK_CONFIRMATION = TEXTS.linkConfirm;

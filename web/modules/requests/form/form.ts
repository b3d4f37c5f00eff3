import type { Rupees } from '#domain/money.ts';
import type { RequestField } from '#domain/requests/draft.ts';
import type { Priced } from '#domain/requests/pricing.ts';
import type { TaxScheme } from '#domain/requests/schemes.ts';
import type { Warning } from '#domain/requests/warnings.ts';
import type { ShowMessage } from '#web/ui/MessageModal.tsx';
import type { FormDraft } from './request.ts';
import type { Facts } from './useFacts.ts';

/** The returning customer whose card replaces the fields: the last request, and whether it had a PAN. */
export interface CustomerCardState {
  readonly srno: number;
  readonly date: string;
  readonly hasPan: boolean;
}

/** The properties of the sections of the form. */
export interface RequestForm {
  readonly draft: FormDraft;
  /** A change that depends on other fields is a function: an answer may have changed them since they were shown. */
  readonly change: (next: Partial<FormDraft> | ((now: FormDraft) => Partial<FormDraft>)) => void;
  readonly marks: Readonly<Partial<Record<RequestField, string>>>;
  readonly isDisabled: (field: RequestField) => boolean;
  readonly isReadOnly: boolean;
  readonly facts: Facts | undefined;
  readonly scheme: TaxScheme | null;
  readonly priced: Priced | null;
  /** Negative if the payments exceed the total; null while nothing can be computed. */
  readonly left: Rupees | null;
  readonly warnings: readonly Warning[];
  readonly say: ShowMessage;
  /** Null while the fields of the customer are shown. */
  readonly card: CustomerCardState | null;
  readonly setCard: (card: CustomerCardState | null) => void;
}

import type { Rupees } from '#domain/money.ts';
import type { RequestField } from '#domain/requests/draft.ts';
import type { Priced } from '#domain/requests/pricing.ts';
import type { TaxScheme } from '#domain/requests/schemes.ts';
import type { Warning } from '#domain/requests/warnings.ts';
import type { ShowMessage } from '#web/ui/MessageModal.tsx';
import type { FormDraft } from './request.ts';
import type { Facts } from './useFacts.ts';

/** What the sections of the form are given. */
export interface RequestForm {
  readonly draft: FormDraft;
  readonly change: (next: Partial<FormDraft>) => void;
  readonly marks: Readonly<Partial<Record<RequestField, string>>>;
  readonly isDisabled: (field: RequestField) => boolean;
  readonly isReadOnly: boolean;
  readonly facts: Facts | undefined;
  readonly scheme: TaxScheme | null;
  readonly priced: Priced | null;
  /** Below zero when more is paid than asked; null while nothing can be reckoned. */
  readonly left: Rupees | null;
  readonly warnings: readonly Warning[];
  readonly say: ShowMessage;
}

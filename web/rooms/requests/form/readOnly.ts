import { MAY_NOT_CHANGE } from '#domain/requests/approval.ts';
import type { RightFlags } from '#domain/rights.ts';
import { requestFormText as words } from '#web/texts/requests.ts';

interface Standing {
  /** 0 until it is saved for the first time, which is to add; from then on it is changed. */
  readonly srno: number;
  /** What the server says of a stored one that was fetched. */
  readonly edit: { readonly ok: boolean; readonly why: string } | null;
}

/** Why nothing of a request can be changed; empty when it can. */
export function whyReadOnly({ srno, edit }: Standing, may: RightFlags): string {
  if (edit !== null) return edit.ok ? '' : edit.why;
  if (srno === 0) return may.add ? '' : words.mayNotAdd;
  return may.edit ? '' : MAY_NOT_CHANGE;
}

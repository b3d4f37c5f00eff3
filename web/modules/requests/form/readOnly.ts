import { MAY_NOT_CHANGE } from '#domain/requests/approval.ts';
import type { RightFlags } from '#domain/rights.ts';
import { requestFormText as words } from '#web/texts/requests.ts';

interface FormState {
  /** 0 until it is saved for the first time, which needs the add right; later saves need the edit right. */
  readonly srno: number;
  /** The server's decision for a stored request that was fetched. */
  readonly edit: { readonly ok: boolean; readonly why: string } | null;
}

/** The reason why a request cannot be changed; empty if it can. */
export function whyReadOnly({ srno, edit }: FormState, may: RightFlags): string {
  if (edit !== null) return edit.ok ? '' : edit.why;
  if (srno === 0) return may.add ? '' : words.mayNotAdd;
  return may.edit ? '' : MAY_NOT_CHANGE;
}

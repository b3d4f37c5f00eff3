import type { RightFlags } from '#domain/rights.ts';
import { requestFormText as words } from '#web/texts/requests.ts';

/** Why nothing of a request can be changed; empty when it can. Of a stored one the server has said it. */
export function whyReadOnly(stored: { readonly ok: boolean; readonly why: string } | null, may: RightFlags): string {
  if (stored !== null) return stored.ok ? '' : stored.why;
  return may.add ? '' : words.mayNotAdd;
}

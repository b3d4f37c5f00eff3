/** Whether something can be done now, and if not, the reason in words. */
export type Answer = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** Allowed unless one of the reasons applies. The answer carries the first reason that applies. */
export function firstRefusal(...reasons: readonly (string | false)[]): Answer {
  const why = reasons.find((reason) => reason !== false);
  return why === undefined ? { ok: true } : { ok: false, why };
}

/** Whether something can be done now, and in words why not. */
export type Answer = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** Yes, unless one of the reasons speaks against it; the first that does is the answer. */
export function firstRefusal(...reasons: readonly (string | false)[]): Answer {
  const why = reasons.find((reason) => reason !== false);
  return why === undefined ? { ok: true } : { ok: false, why };
}

import { AUDIT_LIMITS } from './audit.ts';

/** Figures of an audit as they are typed. */

/** A typed value: what is stored (null for nothing), or that it is none. */
export type Typed<Value> = { readonly ok: true; readonly value: Value | null } | { readonly ok: false };

/** Whole rupees as text, at most ten characters with the sign. */
export function readAmount(written: string): Typed<string> {
  const text = written.trim();
  if (text === '') return { ok: true, value: null };
  if (text.length > AUDIT_LIMITS.amount || !/^-?\d+$/.test(text)) return { ok: false };
  return { ok: true, value: String(BigInt(text)) };
}

/** Whether more of the discrepancies of the last month are complied with than it had, as far as both are known. */
export const areTooManyComplied = (lastMonth: number | null, complied: number | null): boolean =>
  lastMonth !== null && complied !== null && complied > lastMonth;

/** A count of transactions or discrepancies. */
export function readCount(written: string | number | null): Typed<number> {
  const text = String(written ?? '').trim();
  if (text === '') return { ok: true, value: null };
  return /^\d{1,7}$/.test(text) ? { ok: true, value: Number(text) } : { ok: false };
}

/** Spaces, dots and hyphens group a number and are not part of it. */
export const ungrouped = (text: string): string => text.replace(/[\s.-]/g, '');

/** Landlines of Bengaluru or Nagpur, 080 and 0712, look like a mobile number with a leading 0. */
const INDIAN_MOBILE = /^(\+91|0)?([6-9]\d{9})$/;

/** A mobile number as it is kept: an Indian one without +91, any other as it was typed. A landline needs its 0. */
export function keptMobile(typed: string): string {
  const [, prefix, digits] = INDIAN_MOBILE.exec(ungrouped(typed)) ?? [];
  if (digits === undefined) return typed.trim();
  return prefix === '0' ? `0${digits}` : digits;
}

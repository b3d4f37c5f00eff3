/** Spaces, dots and hyphens group a number and are not part of it. */
export const ungrouped = (text: string): string => text.replace(/[\s.-]/g, '');

const INDIAN_MOBILE = /^(?:\+91|0)?([6-9]\d{9})$/;

/** A mobile number as it is kept and searched: an Indian one without +91 or the leading 0, any other as it was typed. */
export const keptMobile = (typed: string): string =>
  INDIAN_MOBILE.exec(ungrouped(typed))?.[1] ?? typed.trim();

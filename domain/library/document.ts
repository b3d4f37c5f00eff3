import { addDays, daysBetween, type IsoDate } from '../dates.ts';
import { isCategory, type Category, type ExpiryFilter, type Recipient, type Visibility } from './codes.ts';
import { LIBRARY_REFUSALS, LIBRARY_TEXTS } from './texts.ts';

/** The longest texts of a document, in characters. */
export const LIBRARY_LIMITS = { name: 100, subCategory: 50, byWhom: 100 } as const;

/** A document as a form has it. */
export interface DocumentDraft {
  readonly name: string;
  readonly category: Category | '';
  readonly subCategory1: string;
  readonly subCategory2: string;
  /** The date of issue; of a report the date of submission. Null if it is missing, 'wrong' if there is no such day. */
  readonly dated: IsoDate | null | 'wrong';
  /** Who issued the document, or submitted the report. */
  readonly byWhom: string;
  readonly submittedTo: Recipient | '';
  readonly expires: IsoDate | null | 'wrong';
  readonly visible: Visibility;
  readonly branch: string;
}

export type DocumentField = keyof DocumentDraft | 'file';

export interface DocumentProblem {
  readonly fields: readonly DocumentField[];
  readonly message: string;
}

/** The fields that a category needs besides the name, in the order of the form. */
const NEEDED = {
  A: ['dated', 'expires'],
  G: ['dated', 'byWhom'],
  P: ['dated', 'byWhom'],
  R: ['dated', 'byWhom', 'submittedTo'],
} as const satisfies Record<Category, readonly DocumentField[]>;

export const isNeeded = (category: Category | '', field: DocumentField): boolean =>
  category !== '' && (NEEDED[category] as readonly DocumentField[]).includes(field);

const isEmpty = (value: string | null): boolean => value === null || value.trim() === '';

function tooLong({ name, subCategory1, subCategory2, byWhom }: DocumentDraft): DocumentProblem | null {
  const exceeds = (text: string, maxChars: number) => [...text.trim()].length > maxChars;
  if (exceeds(name, LIBRARY_LIMITS.name)) return { fields: ['name'], message: LIBRARY_REFUSALS.nameTooLong };
  const long = (['subCategory1', 'subCategory2'] as const).filter((field) =>
    exceeds({ subCategory1, subCategory2 }[field], LIBRARY_LIMITS.subCategory),
  );
  if (long.length > 0) return { fields: long, message: LIBRARY_REFUSALS.subCategoryTooLong };
  return exceeds(byWhom, LIBRARY_LIMITS.byWhom)
    ? { fields: ['byWhom'], message: LIBRARY_REFUSALS.byWhomTooLong }
    : null;
}

/**
 * Why a document cannot be saved; null if nothing is known against it. `hasFile` is null where the file is not asked
 * about: the server receives it after the details.
 */
export function documentProblem(draft: DocumentDraft, hasFile: boolean | null): DocumentProblem | null {
  const missing = (['name', 'category'] as const).filter((field) => isEmpty(draft[field]));
  if (missing.length > 0 || hasFile === false)
    return {
      fields: [...missing, ...(hasFile === false ? (['file'] as const) : [])],
      message: LIBRARY_TEXTS.mandatory,
    };
  const long = tooLong(draft);
  if (long !== null) return long;
  const wrong = (['dated', 'expires'] as const).filter((field) => draft[field] === 'wrong');
  if (wrong.length > 0) return { fields: wrong, message: LIBRARY_REFUSALS.noDate };
  const needed = isCategory(draft.category) ? NEEDED[draft.category] : [];
  const required = needed.filter((field) => isEmpty(draft[field]));
  if (required.length > 0) return { fields: required, message: LIBRARY_TEXTS.required };
  if (draft.visible === 'B' && isEmpty(draft.branch))
    return { fields: ['branch'], message: LIBRARY_TEXTS.noBranch };
  const { dated, expires } = draft;
  return dated !== null && expires !== null && expires < dated
    ? { fields: ['expires'], message: LIBRARY_REFUSALS.endsTooEarly }
    : null;
}

/** Within so many days before its expiry date a document is about to lapse. */
export const SOON_DAYS = 60;
const YEAR_DAYS = 365;

export interface Expiry {
  readonly state: 'lapsed' | 'soon' | 'valid';
  /** The days since the expiry date, or until it. On the day itself a document is still valid. */
  readonly days: number;
}

/** Where a document stands on a day; null if it does not expire. */
export function expiryOf(expires: IsoDate | null, today: IsoDate): Expiry | null {
  if (expires === null) return null;
  const days = daysBetween(today, expires);
  if (days < 0) return { state: 'lapsed', days: -days };
  return { state: days <= SOON_DAYS ? 'soon' : 'valid', days };
}

/** The expiry dates of a filter, both inclusive. */
export function expiryRange(
  filter: ExpiryFilter,
  today: IsoDate,
): { readonly from: IsoDate | null; readonly to: IsoDate } {
  if (filter === 'LAPSED') return { from: null, to: addDays(today, -1) };
  return { from: today, to: addDays(today, filter === 'SOON' ? SOON_DAYS : YEAR_DAYS) };
}

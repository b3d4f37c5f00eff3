import {
  readExact,
  readRupees,
  subtractRupees,
  sumRupees,
  valueAt,
  type Exact,
  type Rupees,
} from '../money.ts';
import { FLASH_BOUNDS, FLASH_REFUSALS, FLASH_TEXTS, MANDATORY } from './texts.ts';

/** Notes of one face value. */
export interface CountedFace {
  readonly face: Exact;
  readonly quantity: number;
}

const LARGEST_FACE = 1_000_000;
const LARGEST_QUANTITY = 9_999_999;
/** The column holds 14 digits before the point. */
const LARGEST_STOCK = 99_999_999_999_999;

/** A face value: above zero, with at most 2 decimals. */
export function readFace(written: string): Exact | null {
  const face = readExact(written.trim(), 2);
  return face === null || Number(face) <= 0 || Number(face) > LARGEST_FACE ? null : face;
}

/** A number of notes: a whole number from 1. */
export function readNoteCount(written: string): number | null {
  const count = /^\d{1,7}$/.test(written.trim()) ? Number(written) : 0;
  return count >= 1 && count <= LARGEST_QUANTITY ? count : null;
}

/** The counted value of a currency: the sum of face × quantity. */
export const countedTotal = (faces: readonly CountedFace[]): Rupees =>
  sumRupees(faces.map(({ face, quantity }) => valueAt(face, String(quantity) as Exact)));

/** What the books say less what was counted, to 2 decimals. It is negative if there is too much. */
export const countedDifference = (report: Rupees, total: Rupees): Rupees => subtractRupees(report, total);

/** Why a denomination cannot be added; null if nothing is known against it. */
export function denominationProblem(face: string, quantity: string): string | null {
  if (face.trim() === '' || quantity.trim() === '') return MANDATORY;
  return readFace(face) === null || readNoteCount(quantity) === null ? FLASH_TEXTS.noDenomination : null;
}

/** Why a whole count cannot be saved; null if nothing is known against it. */
export function countProblem(
  lines: readonly { readonly denomination: string; readonly quantity: string }[],
): string | null {
  if (lines.length > FLASH_BOUNDS.faces) return FLASH_REFUSALS.tooManyFaces;
  const faces = lines.map(({ denomination }) => readFace(denomination));
  if (faces.includes(null) || lines.some(({ quantity }) => readNoteCount(quantity) === null))
    return FLASH_REFUSALS.noFace;
  return new Set(faces).size === faces.length ? null : FLASH_REFUSALS.faceTwice;
}

/** The stock of INR or a report value: zero or more, with at most 2 decimals. */
export function readStock(written: string): Rupees | null {
  const stock = readRupees(written.trim());
  return stock === null || stock.startsWith('-') || Number(stock) > LARGEST_STOCK ? null : stock;
}

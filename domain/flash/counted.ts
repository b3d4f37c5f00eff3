import { formatAmount } from '../numbers.ts';
import { NOT_COUNTED } from './texts.ts';

/** Whether notes of a currency were counted. Without any there is no counted value and no difference. */
export const isCounted = ({ faces }: { readonly faces: number }): boolean => faces > 0;

interface CountOnWire {
  readonly faces: number;
  readonly afc_actualvalue: string;
  readonly afc_valuediff: string;
}
/** The counted value and the difference of a currency as they are shown and printed. */
export const countedInWords = (
  line: CountOnWire,
): { readonly actual: string; readonly difference: string } =>
  isCounted(line)
    ? { actual: formatAmount(line.afc_actualvalue), difference: formatAmount(line.afc_valuediff) }
    : { actual: NOT_COUNTED, difference: '' };

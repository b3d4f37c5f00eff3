import { formatAmount } from '../numbers.ts';
import { NOT_COUNTED } from './texts.ts';

/** Whether notes of a currency were counted. Without any there is no counted value and no difference. */
export const isCounted = ({ faces }: { readonly faces: number }): boolean => faces > 0;

interface Count {
  readonly faces: number;
  readonly actualValue: string;
  readonly difference: string;
}
/** The counted value and the difference of a currency as they are shown and printed. */
export const countedInWords = (line: Count): { readonly actual: string; readonly difference: string } =>
  isCounted(line)
    ? { actual: formatAmount(line.actualValue), difference: formatAmount(line.difference) }
    : { actual: NOT_COUNTED, difference: '' };

import { isAdmitted, type InputKind } from './input.ts';
import { mandatoryMessage, tooLongMessage } from './messages.ts';

/** The specification's rules for one typed field: whether it is mandatory, and its maximum length. */
export interface FieldRule {
  readonly label: string;
  readonly required?: boolean;
  readonly maxChars?: number;
  /** The characters that the field accepts while the user types. The reader of a number checks the rest. */
  readonly filter?: InputKind;
  /** The pattern of a filled field, and the message if the value does not match. */
  readonly shape?: { readonly pattern: RegExp; readonly message: string };
}

export interface FieldProblem<Field extends string = string> {
  readonly field: Field;
  readonly message: string;
}

type Draft<Field extends string> = Readonly<
  Record<Field, string | boolean | number | readonly string[] | null>
>;

/** Counts code points, and only of a text that may have too many. */
const isLonger = (text: string, maxChars: number): boolean =>
  text.length > maxChars && [...text].length > maxChars;

/**
 * Every reason why a draft cannot be saved, in the order of the form; empty if it can. The browser marks the fields
 * with it, and the server refuses with the first one.
 */
export function fieldProblems<Field extends string>(
  rules: Readonly<Record<Field, FieldRule>>,
  draft: Draft<Field>,
): FieldProblem<Field>[] {
  const problems: FieldProblem<Field>[] = [];
  for (const field of Object.keys(rules) as Field[]) {
    const { label, required, maxChars, filter, shape } = rules[field];
    const value = draft[field];
    const text = typeof value === 'string' ? value.trim() : value;
    if (required === true && (text === '' || text === null))
      problems.push({ field, message: mandatoryMessage() });
    else if (maxChars !== undefined && typeof text === 'string' && isLonger(text, maxChars))
      problems.push({ field, message: tooLongMessage(label, maxChars) });
    else if (filter === 'alphanumeric' && typeof text === 'string' && !isAdmitted(filter, text))
      problems.push({ field, message: `${label} can have only letters and digits.` });
    else if (shape !== undefined && typeof text === 'string' && text !== '' && !shape.pattern.test(text))
      problems.push({ field, message: shape.message });
  }
  return problems;
}

import { mandatoryMessage, tooLongMessage } from './messages.ts';

/** What the specification asks of one typed field: whether it must be filled, and how long it may be. */
export interface FieldRule {
  readonly label: string;
  readonly required?: boolean;
  readonly maxChars?: number;
  /** What a filled field must look like, and what to say when it does not. */
  readonly shape?: { readonly pattern: RegExp; readonly message: string };
}

export interface FieldProblem<Field extends string = string> {
  readonly field: Field;
  readonly message: string;
}

type Draft<Field extends string> = Readonly<
  Record<Field, string | boolean | number | readonly string[] | null>
>;

/**
 * Every reason why a draft cannot be saved, in the order of the form; empty when it can.
 * The browser marks the fields with it, the server refuses with the first one.
 */
export function fieldProblems<Field extends string>(
  rules: Readonly<Record<Field, FieldRule>>,
  draft: Draft<Field>,
): FieldProblem<Field>[] {
  const problems: FieldProblem<Field>[] = [];
  for (const field of Object.keys(rules) as Field[]) {
    const { label, required, maxChars, shape } = rules[field];
    const value = draft[field];
    const text = typeof value === 'string' ? value.trim() : value;
    if (required === true && (text === '' || text === null))
      problems.push({ field, message: mandatoryMessage() });
    else if (maxChars !== undefined && typeof text === 'string' && [...text].length > maxChars)
      problems.push({ field, message: tooLongMessage(label, maxChars) });
    else if (shape !== undefined && typeof text === 'string' && text !== '' && !shape.pattern.test(text))
      problems.push({ field, message: shape.message });
  }
  return problems;
}

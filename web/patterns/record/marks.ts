import { MESSAGES } from '#domain/messages.ts';
import type { FieldProblem } from '#domain/rules.ts';
import { mastersText } from '#web/texts/masters.ts';

/** The text at each field with a problem. The message of a missing field is for the whole form; the field says it shortly. */
export const marksOf = (problems: readonly FieldProblem[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    problems.map(({ field, message }) => [
      field,
      message.startsWith(MESSAGES.MSG0006) ? mastersText.missing : message,
    ]),
  );

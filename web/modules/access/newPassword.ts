import { MESSAGES } from '#domain/messages.ts';
import { meetsPasswordPolicy } from '#domain/password.ts';

interface PasswordProblem {
  readonly field: 'new' | 'confirm';
  readonly text: string;
}

/** The error in a new password or its repetition; null if there is none. */
export function newPasswordProblem(password: string, confirm: string): PasswordProblem | null {
  if (!meetsPasswordPolicy(password)) return { field: 'new', text: MESSAGES.MSG0005 };
  if (password !== confirm) return { field: 'confirm', text: MESSAGES.MSG0009 };
  return null;
}

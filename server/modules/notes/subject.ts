import { NOTE_TEXTS } from '#domain/notes/notes.ts';
import { REPORT_TEXTS, seesNotesOfOthers } from '#domain/notes/reports.ts';
import { mayDo } from '#domain/rights.ts';
import type { Executor } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { findExecutive, findWholeBranch } from './reports.sql.ts';

/** The subject of a report: one executive or vault, or a whole branch. */
export interface Subject {
  readonly isBranch: boolean;
  readonly code: string;
  readonly name: string;
  readonly branch: number;
  readonly branchName: string;
  /** The holders of the notes: the executive, or all employees of the branch and its notes in transit. */
  readonly inside: readonly number[];
  /**
   * The contra accounts of the branch: its customers and the outside. The balance of a whole branch is what these
   * accounts have given it, no matter who held the notes or where they work now. The movements of the branch are those
   * of these accounts with the opposite sign.
   */
  readonly against: readonly number[];
}

interface SubjectQuery {
  readonly empcode: string;
  readonly branch?: string | undefined;
}

export async function subjectOf(
  on: Executor,
  { empcode, branch = '' }: SubjectQuery,
  caller: Caller,
): Promise<Subject> {
  const seesOthers = seesNotesOfOthers((key) => mayDo(caller.rights, key, 'query'), caller.employeeCode);
  if (branch !== '' && empcode !== '') throw new Refusal(REPORT_TEXTS.executiveOrBranch);
  if (branch !== '') {
    const found = seesOthers ? await findWholeBranch(on, branch, caller.scope) : undefined;
    if (found === undefined) throw notFound();
    const { branch_id: code, branch_name: name, ...holders } = found;
    return { isBranch: true, code, name, branchName: name, ...holders };
  }
  if (empcode.trim() === '') throw new Refusal(NOTE_TEXTS.noExecutive);
  const found = await findExecutive(on, empcode, caller.scope);
  const isOwn = found?.code.toLowerCase() === caller.employeeCode.toLowerCase();
  if (found === undefined || !(isOwn || seesOthers)) throw notFound();
  const { holder, code, name, branch: of, branch_name: branchName } = found;
  return { isBranch: false, code, name, branch: of, branchName, inside: [holder], against: [] };
}

/** The URL parameters of a report about this subject. */
export const addressOf = ({ isBranch, code }: Pick<Subject, 'isBranch' | 'code'>) =>
  isBranch ? { branch: code } : { empcode: code };

import type { UserDraft, UserEntityType } from '#domain/access/user.ts';

/** A user in its form. */
export interface UserForm extends Omit<
  Record<keyof UserDraft, string>,
  'entityCode' | 'rightGroup' | 'enabled' | 'active' | 'entityType'
> {
  readonly entityType: UserEntityType | '';
  readonly entityCode: string | null;
  readonly rightGroup: string | null;
  readonly enabled: boolean;
  readonly active: boolean;
  /** Branch rights as lines, see BranchLine. */
  readonly branches: readonly string[];
  readonly sendMail: boolean;
  /** The id as stored; empty for a new user. */
  readonly storedId: string;
}

/** One branch right. The name is empty until the branch has been saved with the user. */
export interface BranchLine {
  readonly id: string;
  readonly isAllowed: boolean;
  readonly name: string;
}

/** A line such as `MUM yes Mumbai Fort`, because a form stores, compares and reports text. */
export const toLine = ({ id, isAllowed, name }: BranchLine): string =>
  `${id} ${isAllowed ? 'yes' : 'no'} ${name}`.trim();

export function fromLine(line: string): BranchLine {
  const [id = '', allowed = '', ...name] = line.split(' ');
  return { id, isAllowed: allowed === 'yes', name: name.join(' ') };
}

/** The branch right of a line as a save sends it, which is without the name. */
export function rightOf(line: string): Pick<BranchLine, 'id' | 'isAllowed'> {
  const { id, isAllowed } = fromLine(line);
  return { id, isAllowed };
}

import { firstRefusal, type Answer } from '../answer.ts';

/**
 * Who may move whose notes to whom. No user alone can move notes from another executive to themselves. With four eyes,
 * no user alone can move notes between themselves and a vault.
 */

/** One side of a movement: the vault of a branch, or an executive by employee code. */
export interface NoteHolder {
  readonly code: string;
  readonly isVault: boolean;
}

/** The user who moves notes. */
export interface NoteMover {
  /** The employee code of the user; empty if the user is not an employee. */
  readonly employeeCode: string;
  /** Whether the user may edit the stock of vaults and can therefore act for a vault. */
  readonly keepsVaults: boolean;
}

export interface CustodyRules {
  readonly fourEyes: boolean;
}

/** Texts of our own. The database refuses with the same texts. */
export const CUSTODY_TEXTS = {
  sendToOneself:
    'Another executive holds these notes. That executive, or somebody else with the right to edit vault stock, must send them to you.',
  sendForAnother:
    'Only the executive who holds these notes, or somebody with the right to edit vault stock, can send them.',
  drawForOneself: 'A second person must send you notes from the vault.',
  drawAfterTaking:
    'You moved these notes from another executive to the vault, so a second person must send them to you.',
  callBack: 'Only their sender, or somebody with the right to edit vault stock, can call these notes back.',
  acceptOwnSending: 'You sent these notes to the vault, so a second person must accept them.',
} as const;

/** Whether the holder is the user's own employee. */
export const isOwnHolder = ({ employeeCode }: NoteMover, { code, isVault }: NoteHolder): boolean =>
  !isVault && code !== '' && code.toLowerCase() === employeeCode.toLowerCase();

/** CN Out, move. Without `to`, the answer assumes the most favourable receiver. */
export function canSendNotes(
  mover: NoteMover,
  from: NoteHolder,
  to: NoteHolder | null,
  { fourEyes }: CustodyRules,
): Answer {
  const isToSelf = to !== null && isOwnHolder(mover, to);
  const isOfAnother = !from.isVault && !isOwnHolder(mover, from);
  return firstRefusal(
    isOfAnother && isToSelf && CUSTODY_TEXTS.sendToOneself,
    isOfAnother && !mover.keepsVaults && CUSTODY_TEXTS.sendForAnother,
    fourEyes && from.isVault && isToSelf && CUSTODY_TEXTS.drawForOneself,
  );
}

/**
 * CN Out, call back: the notes return to `from`. A user who may edit vault stock can call back any notes, an executive
 * their own, and the user who sent notes for a vault can call those back. Another executive cannot, because they could
 * draw the notes next.
 */
export function canCallBackNotes(mover: NoteMover, from: NoteHolder, hasSent: boolean): Answer {
  const isAllowed = mover.keepsVaults || (from.isVault ? hasSent : isOwnHolder(mover, from));
  return firstRefusal(!isAllowed && CUSTODY_TEXTS.callBack);
}

/** CN Accept by the receiver, or by a user who acts for a vault. */
export const canAcceptNotes = (
  to: Pick<NoteHolder, 'isVault'>,
  hasSent: boolean,
  { fourEyes }: CustodyRules,
): Answer => firstRefusal(fourEyes && to.isVault && hasSent && CUSTODY_TEXTS.acceptOwnSending);

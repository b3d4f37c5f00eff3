import { useMemo } from 'react';
import type { NoteMovement } from '#contract/notes/notes.ts';
import type { Answer } from '#domain/answer.ts';
import {
  canAcceptNotes,
  canCallBackNotes,
  canSendNotes,
  isOwnHolder,
  type NoteHolder,
} from '#domain/notes/custody.ts';
import { hasFourEyes } from '#web/wire/fourEyes.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { useSession } from '#web/wire/session.ts';
import type { Holders } from './useHolders.ts';

/** The reason why an action is not possible; undefined if it is. */
type Refusal = string | undefined;
const refusalOf = (answer: Answer): Refusal => (answer.ok ? undefined : answer.why);

interface Custody {
  /** The reason why the user cannot send a holder's notes to a receiver; without a receiver, to anyone. */
  readonly send: (from: NoteHolder, to: NoteHolder | null) => Refusal;
  readonly callBack: (from: NoteHolder, movement: NoteMovement) => Refusal;
  readonly accept: (movement: NoteMovement) => Refusal;
}

/**
 * The actions that the user may take on notes. Null until the user's rights are loaded and, if holders are given, until
 * it is known which of them is the vault. Until then the screen offers every action and the server decides.
 */
export function useCustody({ isKnown }: Pick<Holders, 'isKnown'> = { isKnown: true }): Custody | null {
  const employeeCode = useSession()?.empcode ?? '';
  const keepsVaults = useScreenRights('VAULTSTOCK').data?.edit;
  return useMemo(() => {
    if (keepsVaults === undefined || !isKnown) return null;
    const mover = { employeeCode, keepsVaults };
    const rules = { fourEyes: hasFourEyes() };
    return {
      send: (from, to) => refusalOf(canSendNotes(mover, from, to, rules)),
      callBack: (from, { isOwn }) => refusalOf(canCallBackNotes(mover, from, isOwn)),
      // The list holds only the user's own notes and those for vaults.
      accept: ({ isOwn, to }) =>
        refusalOf(
          canAcceptNotes({ isVault: !isOwnHolder(mover, { code: to, isVault: false }) }, isOwn, rules),
        ),
    };
  }, [employeeCode, keepsVaults, isKnown]);
}

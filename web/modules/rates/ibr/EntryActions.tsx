import { useState, type Ref } from 'react';
import {
  ALREADY_PUBLISHED,
  NOTHING_TO_OVERWRITE,
  NOTHING_TO_RESEND,
  type IbrFlag,
} from '#domain/rates/ibr.ts';
import type { RightFlags } from '#domain/rights.ts';
import { ibrText } from '#web/texts/ibr.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { savedAt, type IbrState } from './ibr.ts';
import type { Entry } from './useEntry.ts';

interface EntryActionsProps {
  entry: Entry;
  state: IbrState;
  may: RightFlags;
  /** The list that is being saved, if any. */
  saving: IbrFlag | null;
  onPublish: (flag: 'F' | 'O') => void;
  onResend: () => Promise<void>;
  primary: Ref<HTMLButtonElement>;
}

type OpenQuestion = 'replace' | 'resend' | null;

/** All actions on the rates; the action that is due today is the primary button. */
export function EntryActions({ entry, state, may, saving, onPublish, onResend, primary }: EntryActionsProps) {
  const [asked, setAsked] = useState<OpenQuestion>(null);
  const draft = useSingleRun(async () => {
    if (entry.check()) await entry.save('D');
  });
  useKeys([{ keys: 'ctrl+enter', does: ibrText.keys.saveDraft, run: draft.run }]);
  const main: IbrFlag = state.final === null ? 'F' : may.edit ? 'O' : 'D';
  const look = (flag: IbrFlag) =>
    flag === main ? { variant: 'filled', ref: primary } : { variant: 'default' };
  const hasLast = entry.rows.some(({ lastIbr }) => lastIbr !== '');
  const hasEmpty = entry.rows.some(
    ({ isd, lastIbr }) => lastIbr !== '' && (entry.rates[isd] ?? '').trim() === '',
  );
  const publish = (flag: 'F' | 'O') => {
    if (entry.check()) onPublish(flag);
  };
  return (
    <>
      <ActionButton
        variant="default"
        disabledBecause={hasLast ? undefined : ibrText.noLast}
        onPress={() => (hasEmpty ? entry.fetchLast('empty') : setAsked('replace'))}
      >
        {ibrText.fetchLast}
      </ActionButton>
      <ActionButton
        variant="default"
        disabledBecause={state.latest === null ? NOTHING_TO_RESEND : undefined}
        onPress={() => setAsked('resend')}
      >
        {ibrText.resend}
      </ActionButton>
      <ActionButton {...look('D')} busy={draft.working} onPress={draft.run}>
        {ibrText.draft}
      </ActionButton>
      <ActionButton
        {...look('F')}
        busy={saving === 'F'}
        disabledBecause={state.final === null ? undefined : ALREADY_PUBLISHED}
        onPress={() => publish('F')}
      >
        {ibrText.final}
      </ActionButton>
      {may.edit ? (
        <ActionButton
          {...look('O')}
          busy={saving === 'O'}
          disabledBecause={state.final === null ? NOTHING_TO_OVERWRITE : undefined}
          onPress={() => publish('O')}
        >
          {ibrText.overwrite}
        </ActionButton>
      ) : null}
      <ConfirmModal
        opened={asked === 'replace'}
        title={ibrText.replaceTitle}
        confirm={ibrText.replace}
        onConfirm={() => entry.fetchLast('all')}
        onClose={() => setAsked(null)}
      >
        {ibrText.replaceText}
      </ConfirmModal>
      <ConfirmModal
        opened={asked === 'resend'}
        title={ibrText.resendTitle}
        confirm={ibrText.resendConfirm}
        onConfirm={onResend}
        onClose={() => setAsked(null)}
      >
        {state.latest === null ? null : ibrText.resendText(savedAt(state.latest), state.latest.userName)}
      </ConfirmModal>
    </>
  );
}

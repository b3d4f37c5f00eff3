import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/define.ts';
import { removeTaxStart, saveTaxStart, taxStarts } from '#contract/requests/schemes.ts';
import { formatDate, formatDateTime, isoDate, type IsoDate } from '#domain/dates.ts';
import { schemeById, type SchemeStart, type TaxSchemeId } from '#domain/requests/schemes.ts';
import { call, newIdempotencyKey } from '#web/app/call.ts';
import { messageOf, SessionEndedError } from '#web/app/problems.ts';
import { useScreenRights } from '#web/app/rights.ts';
import { taxSchemeText as text } from '#web/texts/desk.ts';
import { uiText } from '#web/texts/ui.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { today } from '#web/ui/today.ts';
import type { Meaning } from '#web/ui/theme.ts';
import { AddStart } from './AddStart.tsx';
import styles from './TaxScheme.module.css';

const KEY = ['tax-scheme'] as const;
const MEANINGS: Readonly<Record<State, Meaning>> = { past: 'info', now: 'done', coming: 'waiting' };

type Start = ReplyOf<typeof taxStarts>[number];
type State = keyof typeof text.states;

export const startOf = ({ from, scheme }: Start): SchemeStart => ({
  from: isoDate(from),
  scheme: schemeById(scheme).id as TaxSchemeId,
});

/** The last that has come is in force. */
function stateAt(starts: readonly Start[], index: number, day: IsoDate): State {
  if ((starts[index]?.from ?? '') > day) return 'coming';
  return (starts[index + 1]?.from ?? '9999') > day ? 'now' : 'past';
}

/** Which scheme prices requests from which day. */
export function TaxScheme() {
  const client = useQueryClient();
  const { data: rights } = useScreenRights('TAXSCHEME');
  const {
    data: starts,
    error,
    refetch,
  } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(taxStarts, {}, { signal })).reply,
  });
  const [isAdding, setAdding] = useState(false);
  const [takenBack, setTakenBack] = useState<Start | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [message, showMessage] = useMessage();

  async function act(made: () => Promise<{ reply: { msg: string } }>): Promise<boolean> {
    try {
      setDone((await made()).reply.msg);
      await client.invalidateQueries({ queryKey: KEY });
      return true;
    } catch (problem) {
      if (!(problem instanceof SessionEndedError)) showMessage(messageOf(problem));
      return false;
    }
  }
  const once = () => ({ idempotencyKey: newIdempotencyKey() });
  const add = (start: SchemeStart) => act(() => call(saveTaxStart, { start }, once()));
  const takeBack = ({ from }: Start) => act(() => call(removeTaxStart, { start: { from } }, once()));

  return (
    <>
      <PageHeader
        title={text.title}
        detail={text.detail}
        primary={
          rights?.add === true && starts !== undefined ? (
            <Button onClick={() => setAdding(true)}>{text.add}</Button>
          ) : null
        }
      />
      {done === null ? null : (
        <Notice meaning="done" live>
          {done}
        </Notice>
      )}
      {starts === undefined ? (
        error === null || error instanceof SessionEndedError ? (
          <div aria-busy />
        ) : (
          <EmptyState
            title={text.failed}
            text={messageOf(error)}
            action={<Button onClick={() => void refetch()}>{uiText.common.retry}</Button>}
          />
        )
      ) : (
        <Starts starts={starts} onTakeBack={rights?.edit === true ? setTakenBack : undefined} />
      )}
      {isAdding && starts !== undefined ? (
        <AddStart starts={starts.map(startOf)} onAdd={add} onClose={() => setAdding(false)} />
      ) : null}
      {takenBack === null ? null : (
        <ConfirmModal
          opened
          danger
          title={text.takeBackTitle}
          confirm={text.takeBack}
          onConfirm={() => takeBack(takenBack)}
          onClose={() => setTakenBack(null)}
        >
          {text.takeBackText(formatDate(isoDate(takenBack.from)))}
        </ConfirmModal>
      )}
      {message}
    </>
  );
}

interface StartsProps {
  starts: readonly Start[];
  /** Left out where the user may only look. */
  onTakeBack: ((start: Start) => void) | undefined;
}

function Starts({ starts, onTakeBack }: StartsProps) {
  const day = today();
  return (
    <div className={styles.box} role="group" aria-label={text.starts} tabIndex={0}>
      <table className={styles.starts} aria-label={text.starts}>
        <thead>
          <tr>
            <th scope="col">{text.from}</th>
            <th scope="col">{text.scheme}</th>
            <th scope="col">{text.state}</th>
            <th scope="col">{text.madeBy}</th>
            {onTakeBack === undefined ? null : <td />}
          </tr>
        </thead>
        <tbody>
          {starts.map((start, index) => {
            const state = stateAt(starts, index, day);
            const from = index === 0 ? text.always : formatDate(isoDate(start.from));
            return (
              <tr key={start.from}>
                <th scope="row">{from}</th>
                <td>{schemeById(start.scheme).name}</td>
                <td>
                  <StatusBadge meaning={MEANINGS[state]}>{text.states[state]}</StatusBadge>
                </td>
                <td>
                  {start.madeby === ''
                    ? text.installed
                    : `${start.madeby}, ${formatDateTime(Date.parse(start.madeat))}`}
                </td>
                {onTakeBack === undefined ? null : (
                  <td className={styles.act}>
                    {state === 'coming' ? (
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={text.takeBackOf(from)}
                        onClick={() => onTakeBack(start)}
                      >
                        {text.takeBack}
                      </Button>
                    ) : null}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/define.ts';
import { removeTaxStart, saveTaxStart, taxStarts } from '#contract/requests/schemes.ts';
import { formatDate, formatDateTime, isoDate, type IsoDate } from '#domain/dates.ts';
import { schemeById, type SchemeStart, type TaxSchemeId } from '#domain/requests/schemes.ts';
import { call, newIdempotencyKey } from '#web/wire/call.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import { useScreenRights } from '#web/wire/rights.ts';
import { taxSchemeText as text } from '#web/texts/taxScheme.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { today } from '#web/ui/today.ts';
import type { Meaning } from '#web/ui/theme.ts';
import { PlainTable } from '#web/ui/PlainTable.tsx';
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

/** The latest start that is not in the future is in force. */
function stateAt(starts: readonly Start[], index: number, day: IsoDate): State {
  if ((starts[index]?.from ?? '') > day) return 'coming';
  return (starts[index + 1]?.from ?? '9999') > day ? 'now' : 'past';
}

/** The schemes that price requests, by start day. */
export function TaxScheme() {
  const client = useQueryClient();
  const { data: rights } = useScreenRights('TAXSCHEME');
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(taxStarts, {}, { signal })).reply,
  });
  const { data: starts } = query;
  const [isAdding, setAdding] = useState(false);
  const [takenBack, setTakenBack] = useState<Start | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [message, showProblem] = useProblem();

  async function act(made: () => Promise<{ reply: { msg: string } }>): Promise<boolean> {
    try {
      setDone((await made()).reply.msg);
      await client.invalidateQueries({ queryKey: KEY });
      return true;
    } catch (problem) {
      showProblem(problem);
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
      <QueryState query={query} failed={text.failed}>
        {(shown) => <Starts starts={shown} onTakeBack={rights?.edit === true ? setTakenBack : undefined} />}
      </QueryState>
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
  /** Omitted if the user may only view. */
  onTakeBack: ((start: Start) => void) | undefined;
}

function Starts({ starts, onTakeBack }: StartsProps) {
  const day = today();
  return (
    <PlainTable label={text.starts} className={styles.starts}>
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
    </PlainTable>
  );
}

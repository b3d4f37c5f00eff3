import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { retentionEndHold, retentionShow } from '#contract/access/retention.ts';
import type { ReplyOf } from '#contract/define.ts';
import { formatDate, formatDateTime, isoDate } from '#domain/dates.ts';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { retentionText as text } from '#web/texts/retention.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Panel, PanelTitle } from '#web/ui/Panel.tsx';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import { call, newIdempotencyKey } from '#web/wire/call.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { Holds } from './Holds.tsx';
import { Person } from './Person.tsx';
import { Rules } from './Rules.tsx';
import styles from './Retention.module.css';

const KEY = ['retention'] as const;

type Shown = ReplyOf<typeof retentionShow>;

/** How long records are kept, what was removed, who is on hold, and the data of one person. */
export function RetentionScreen() {
  const client = useQueryClient();
  const { data: rights } = useScreenRights('RETENTION');
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(retentionShow, {}, { signal })).reply,
  });
  const [done, setDone] = useState<string | null>(null);
  const [modal, showProblem] = useProblem();

  async function show(message: string): Promise<void> {
    setDone(message);
    await client.invalidateQueries({ queryKey: KEY });
  }

  /** Shows the message of an action, or why it failed. Resolves to false if it failed. */
  async function act(made: () => Promise<{ reply: { msg: string } }>): Promise<boolean> {
    try {
      await show((await made()).reply.msg);
      return true;
    } catch (problem) {
      showProblem(problem);
      return false;
    }
  }
  const endHold = (srno: number) =>
    act(() => call(retentionEndHold, { srno }, { idempotencyKey: newIdempotencyKey() }));

  return (
    <>
      <PageHeader
        title={text.title}
        detail={query.data === undefined ? null : text.detail(formatDateTime(Date.parse(query.data.next)))}
      />
      {done === null ? null : (
        <Notice meaning="done" live>
          {done}
        </Notice>
      )}
      <div className={styles.parts}>
        {rights?.edit === true ? <Person mayHold={rights.add} act={act} showProblem={showProblem} /> : null}
        <QueryState query={query} failed={text.failed}>
          {({ rules, runs, holds, shorterFrom }) => (
            <>
              <Holds holds={holds} onEnd={rights?.add === true ? endHold : undefined} />
              <Runs runs={runs} />
              <Rules
                rules={rules}
                shorterFrom={shorterFrom}
                onDecided={rights?.add === true ? (message) => void show(message) : undefined}
              />
            </>
          )}
        </QueryState>
      </div>
      {modal}
    </>
  );
}

const spanOf = (oldest: string, newest: string) =>
  oldest === '' ? '' : `${formatDateTime(Date.parse(oldest))}, ${formatDateTime(Date.parse(newest))}`;

const Runs = ({ runs }: Pick<Shown, 'runs'>) => (
  <Panel label={text.runs}>
    <PanelTitle>{text.runs}</PanelTitle>
    {runs.length === 0 ? (
      <p className={styles.none}>{text.noRuns}</p>
    ) : (
      <PlainTable label={text.runs} className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text.day}</th>
            <th scope="col">{text.subject}</th>
            <th scope="col" className="number">
              {text.removed}
            </th>
            <th scope="col">{text.span}</th>
            <th scope="col">{text.state}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={`${run.day} ${run.subject}`}>
              <th scope="row">{formatDate(isoDate(run.day))}</th>
              <td>{run.title}</td>
              <td className="number">{run.removed}</td>
              <td>{spanOf(run.oldest, run.newest)}</td>
              <td>{run.ended === '' ? text.continues : text.ended}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    )}
  </Panel>
);

import { Button } from '@mantine/core';
import { Suspense, useId } from 'react';
import { Link, useNavigate } from 'react-router';
import type { QueueGroup } from '#contract/home/queue.ts';
import { shownCount, type Waiting } from '#domain/home/waiting.ts';
import { homeText } from '#web/texts/home.ts';
import { uiText } from '#web/texts/ui.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { lazyPart } from '#web/ui/lazyPart.ts';
import { userMessage } from '#web/wire/problems.ts';
import { NO_COUNTS_YET } from '#web/wire/waiting.ts';
import { QueueItem } from './QueueItem.tsx';
import styles from './Queue.module.css';
import { actionOf, detailPath } from './rowAction.ts';
import { Section } from './Section.tsx';
import { StopItem } from './StopItem.tsx';
import { useNow, useQueue, type CountedLine, type QueueEntry } from './useQueue.ts';
import { useRovingFocus } from './useRovingFocus.ts';
import { useRowActions } from './useRowActions.tsx';

const text = homeText.queue;
/** Only a hint, and its file holds much that home does not need. */
const KeyBar = lazyPart(() => import('#web/ui/KeyBar.tsx'), 'KeyBar');

interface QueueProps {
  /** The live counts, by which the rows are loaded again. */
  waiting: Waiting;
  /** Work that another screen lists. */
  lines: readonly CountedLine[];
  /** Whether the user may give payment links to customers. */
  mayLink?: boolean;
  /** The screen that lists all rows of a kind. */
  pathOf: (kind: QueueGroup['kind']) => string;
}

/** The work of the user, group by group, with one next action for each row. */
export function Queue({ waiting, lines, mayLink = false, pathOf }: QueueProps) {
  const id = useId();
  const now = useNow();
  const navigate = useNavigate();
  const query = useQueue(waiting);
  const actions = useRowActions(() => void query.refetch());
  const groups = (query.data ?? [])
    .map((group) => ({
      ...group,
      rows: group.rows
        .map((row) => ({ id: `${id}${group.kind}-${row.key}-${row.version}`, kind: group.kind, row }))
        .filter((listed) => !actions.done.has(listed.id)),
    }))
    .filter(({ rows }) => rows.length > 0);
  const others = lines.map((line) => ({ id: `${id}${line.kind}`, line }));
  const entries: readonly QueueEntry[] = [...groups.flatMap(({ rows }) => rows), ...others];
  const { list, activeId, setActive, move, handlers } = useRovingFocus(entries.map((entry) => entry.id));
  // Work of other screens is known only by its live counts, so without them an empty queue says nothing.
  const isCounted = waiting !== NO_COUNTS_YET;
  const isAwaited = query.error === null && (query.isPending || (!isCounted && entries.length === 0));
  const active = entries.find((entry) => entry.id === activeId);
  const row = active !== undefined && 'row' in active ? active : undefined;
  const isApproving = row !== undefined && actionOf(row.kind, row.row).does === 'approve';
  /** The keys of the payment link of the focused row. */
  const linkKeys =
    row === undefined || !mayLink
      ? []
      : row.kind === 'unpaid'
        ? [{ keys: 'l', does: text.keys.copyLink, run: () => void actions.copyLink(row) }]
        : row.kind === 'link'
          ? [{ keys: 'r', does: text.keys.sendLink, run: () => actions.act(row) }]
          : [];

  const open = () => {
    if (active === undefined) return;
    void navigate('row' in active ? detailPath(active.row.srno) : active.line.path);
  };
  useKeys([
    { keys: 'arrowdown', does: text.keys.next, run: () => move(1) },
    { keys: 'arrowup', does: text.keys.previous, run: () => move(-1) },
    { keys: 'o', does: text.keys.openRow, run: open },
    ...(isApproving ? [{ keys: 'a', does: text.keys.approveRow, run: () => actions.act(row) }] : []),
    ...linkKeys,
  ]);

  return (
    <div
      ref={list}
      role="region"
      aria-label={text.region}
      tabIndex={-1}
      className={styles.queue}
      {...handlers}
    >
      <p role="status" className="visually-hidden">
        {actions.news}
      </p>
      <Failure query={query} />
      {isAwaited ? <Awaited /> : null}
      {query.data !== undefined && isCounted && entries.length === 0 ? (
        <EmptyState title={text.nothing} text={text.nothingText} />
      ) : null}
      {groups.map(({ kind, rows, more }, groupAt) => (
        <Section
          key={kind}
          title={text.groups[kind]}
          count={countOf(waiting, kind, rows.length, more)}
          more={more ? <Link to={pathOf(kind)}>{text.all}</Link> : undefined}
        >
          <ol className={styles.rows}>
            {rows.map((listed, at) => {
              const props = {
                ...listed,
                now,
                isActive: listed.id === activeId,
                isAsked: listed.id === actions.askedId,
                note: listed.id === actions.note.id ? actions.note.text : undefined,
                onFocus: () => {
                  setActive(listed.id);
                  actions.approach(listed.id);
                },
                onAct: () => actions.act(listed),
              };
              return listed.row.stop === undefined ? (
                <QueueItem key={listed.id} {...props} />
              ) : (
                <StopItem key={listed.id} {...props} isNext={groupAt === 0 && at === 0} />
              );
            })}
          </ol>
        </Section>
      ))}
      {others.length === 0 ? null : (
        <Section title={text.others}>
          <ul className={styles.rows}>
            {others.map(({ id: lineId, line }) => (
              <li key={lineId}>
                <Link
                  id={lineId}
                  to={line.path}
                  className={styles.counted}
                  tabIndex={lineId === activeId ? 0 : -1}
                  data-active={lineId === activeId}
                  onFocus={() => setActive(lineId)}
                >
                  <span>{homeText.waiting.kinds[line.kind]}</span>
                  <span className={styles.count}>{shownCount(line.count)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {entries.length === 0 ? null : (
        <Suspense fallback={null}>
          <KeyBar
            keys={[
              { keys: 'arrows', does: text.keys.move },
              { keys: 'enter', does: text.keys.do },
              ...(isApproving ? [{ keys: 'a', does: text.keys.approve }] : []),
              { keys: 'o', does: text.keys.open },
              ...linkKeys,
            ]}
          />
        </Suspense>
      )}
      {actions.modal}
    </div>
  );
}

const AWAITED_ROWS = 4;

/** Rows of the real height while the work is on its way. */
const Awaited = () => (
  <div aria-hidden>
    {Array.from({ length: AWAITED_ROWS }, (_, at) => (
      <div key={at} className={styles.skeleton} />
    ))}
  </div>
);

/** The live count of a kind. Drafts and refunds are not counted live. */
function countOf(waiting: Waiting, kind: QueueGroup['kind'], rows: number, more: boolean): string {
  const live = waiting[kind as keyof Waiting];
  if (live !== undefined && live >= rows && more) return shownCount(live);
  return more ? `${rows}+` : String(rows);
}

function Failure({ query: { error, refetch, isFetching } }: { query: ReturnType<typeof useQueue> }) {
  const said = error === null ? null : userMessage(error);
  if (said === null) return null;
  return (
    <p className={styles.failed} role="alert">
      {text.failed} {said}{' '}
      <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
        {uiText.common.retry}
      </Button>
    </p>
  );
}

import { useQuery } from '@tanstack/react-query';
import { trailDetail } from '#contract/access/trail.ts';
import type { ReplyOf } from '#contract/define.ts';
import { formatDateTime } from '#domain/dates.ts';
import { call } from '#web/wire/call.ts';
import { QueryFailed } from '#web/patterns/problem/QueryState.tsx';
import { trailText } from '#web/texts/trail.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import styles from './Trail.module.css';
import { recordName, wordOf } from './words.ts';

const { open: text } = trailText;

/** One entry in full. */
export function TrailEntry({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['trail', 'detail', id],
    // An entry of the trail never changes.
    staleTime: Infinity,
    queryFn: async ({ signal }) => (await call(trailDetail, { id }, { signal })).reply,
  });
  const title = data ? text.title(wordOf(data.action), recordName(data)) : trailText.title;
  return (
    <Dialog opened onClose={onClose} title={title} width="lg">
      {data ? <Entry entry={data} /> : null}
      <QueryFailed title={text.failed} error={error} onRetry={refetch} />
    </Dialog>
  );
}

function Entry({ entry }: { entry: ReplyOf<typeof trailDetail> }) {
  const who = entry.user === '' ? trailText.nobody : `${entry.userName} (${entry.user})`;
  const facts: readonly [string, string][] = [
    [text.by, who],
    [text.at, formatDateTime(Date.parse(entry.at))],
    [text.branch, entry.branch],
    [text.address, entry.address],
    [text.call, entry.call],
    [text.request, entry.request],
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {entry.difference.length === 0 ? (
        <p className={styles.same}>{text.same}</p>
      ) : (
        <PlainTable label={text.difference} className={styles.difference}>
          <thead>
            <tr>
              <th scope="col">{text.field}</th>
              <th scope="col">{text.before}</th>
              <th scope="col">{text.after}</th>
            </tr>
          </thead>
          <tbody>
            {entry.difference.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{wordOf(field)}</th>
                <td>{valueOf(before)}</td>
                <td>{valueOf(after)}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
    </>
  );
}

function valueOf(value: string | null) {
  if (value === null) return <span className={styles.absent}>{text.nothing}</span>;
  if (value === '') return <span className={styles.absent}>{text.emptyText}</span>;
  return value;
}

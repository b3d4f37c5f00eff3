import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { group } from '#contract/access/groups.ts';
import { differences, type Difference } from '#domain/access/group.ts';
import { call } from '#web/wire/call.ts';
import { ProblemNotice } from '#web/patterns/problem/QueryState.tsx';
import { RightGroupPicker } from '#web/pickers/RightGroupPicker.tsx';
import { peopleText } from '#web/texts/people.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { lettersOf } from './rightLines.ts';
import { rightsOf } from './rightsOf.ts';
import { describeRight } from './RightTree.tsx';
import styles from './People.module.css';

const text = peopleText.group;

const useGroup = (srno: number | null) =>
  useQuery({
    queryKey: ['rightgroup', 'compared', srno],
    enabled: srno !== null,
    gcTime: 0,
    queryFn: async ({ signal }) => (await call(group.detail, { srno: srno ?? 0 }, { signal })).reply,
  });

/** The differences between two groups: only the rights that differ. */
export function GroupCompare({ srno }: { srno: number }) {
  const [other, setOther] = useState<string | null>(null);
  const left = useGroup(srno);
  const right = useGroup(other === null ? null : Number(other));
  const error = left.error ?? right.error;
  return (
    <div className={styles.compare}>
      <RightGroupPicker label={text.compareWith} value={other} onChange={setOther} />
      <ProblemNotice error={error} />
      {left.data && right.data ? (
        <Differences
          left={left.data.name}
          right={right.data.name}
          found={differences(rightsOf(left.data.rights), rightsOf(right.data.rights))}
        />
      ) : null}
    </div>
  );
}

function Differences({ left, right, found }: { left: string; right: string; found: readonly Difference[] }) {
  if (found.length === 0) return <Notice meaning="done">{text.same}</Notice>;
  return (
    <div className={styles.tree}>
      <table aria-label={text.compareTitle}>
        <thead>
          <tr>
            <th scope="col">{text.right}</th>
            <th scope="col">{left}</th>
            <th scope="col">{right}</th>
          </tr>
        </thead>
        <tbody>
          {found.map((each) => (
            <tr key={each.key}>
              <th scope="row">{describeRight(each.key)}</th>
              <td>{lettersOf(each.left) || text.none}</td>
              <td>{lettersOf(each.right) || text.none}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

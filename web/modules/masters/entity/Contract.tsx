import { useQuery } from '@tanstack/react-query';
import { IconFileText } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { useLetterhead } from '#web/patterns/letterhead.tsx';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import { FranchisePicker } from '#web/pickers/FranchisePicker.tsx';
import { entityText } from '#web/texts/entity.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Agreement } from './Agreement.tsx';
import styles from './Contract.module.css';
import { fetchEntity } from './entity.ts';

const text = entityText.contract;

/** The agreement sheet of one franchise, chosen here or given in the address. */
export function Contract() {
  const [params, setParams] = useSearchParams();
  const id = params.get('id');
  const letterhead = useLetterhead();
  const query = useQuery({
    queryKey: ['entity', 'agreement', id],
    enabled: id !== null,
    queryFn: ({ signal }) => fetchEntity('F', id ?? '', signal),
  });
  return (
    <>
      <div className={`${styles.pick} no-print`}>
        <FranchisePicker
          label={text.pick}
          value={id}
          onChange={(next) => setParams(next === null ? {} : { id: next })}
        />
      </div>
      {id === null ? (
        <EmptyState title={text.pickFirst} text={text.pickText} icon={<IconFileText size={28} />} />
      ) : (
        <QueryState query={query} failed={text.failed}>
          {({ detail }) =>
            letterhead === undefined ? (
              <div aria-busy />
            ) : (
              <Agreement entity={detail} letterhead={letterhead} />
            )
          }
        </QueryState>
      )}
    </>
  );
}

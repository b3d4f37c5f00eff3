import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFileText } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { useLetterhead } from '#web/app/letterhead.tsx';
import { messageOf, SessionEndedError } from '#web/app/problems.ts';
import { FranchisePicker } from '#web/pickers/FranchisePicker.tsx';
import { entityText } from '#web/texts/entity.ts';
import { uiText } from '#web/texts/ui.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Agreement } from './Agreement.tsx';
import styles from './Contract.module.css';
import { fetchEntity } from './entity.ts';

const text = entityText.contract;

/** The agreement sheet of one franchise, chosen here or named in the address. */
export function Contract() {
  const [params, setParams] = useSearchParams();
  const id = params.get('id');
  const letterhead = useLetterhead();
  const { data, error, refetch } = useQuery({
    queryKey: ['entity', 'agreement', id],
    enabled: id !== null,
    queryFn: ({ signal }) => fetchEntity('F', id ?? '', signal),
  });
  const isRefused = error !== null && !(error instanceof SessionEndedError);
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
      ) : isRefused ? (
        <EmptyState
          title={text.failed}
          text={messageOf(error)}
          action={<Button onClick={() => void refetch()}>{uiText.common.retry}</Button>}
        />
      ) : data === undefined || letterhead === undefined ? (
        <div aria-busy />
      ) : (
        <Agreement entity={data.detail} letterhead={letterhead} />
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { OpenFailed } from '#web/patterns/OpenFailed.tsx';
import { mastersText } from '#web/texts/masters.ts';
import styles from './Master.module.css';
import type { FieldValue } from './master.ts';
import { MasterForm } from './MasterForm.tsx';
import type { MasterRecordProps } from '../record/record.ts';

/** Fetches a record and shows it. */
export function MasterRecord<Draft extends Readonly<Record<keyof Draft, FieldValue>>>(
  props: MasterRecordProps<Draft>,
) {
  const { master, srno, onClose } = props;
  const { data, error, refetch } = useQuery({
    queryKey: [master.id, 'detail', srno],
    enabled: srno !== 0,
    queryFn: ({ signal }) => master.detail(srno, signal),
    // The form edits the stored record, not an old copy from the cache.
    gcTime: 0,
    staleTime: Infinity,
  });
  if (srno === 0) return <MasterForm {...props} opened={null} />;
  if (data) return <MasterForm {...props} opened={data} onReload={async () => (await refetch()).data} />;
  return (
    <section className={styles.form} aria-busy={error === null} aria-label={master.texts.view}>
      <OpenFailed
        title={mastersText.openFailed}
        error={error}
        onRetry={() => void refetch()}
        back={mastersText.close}
        onBack={onClose}
      />
    </section>
  );
}

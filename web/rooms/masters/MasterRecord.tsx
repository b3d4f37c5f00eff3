import { useQuery } from '@tanstack/react-query';
import styles from './Master.module.css';
import type { FieldValue } from './master.ts';
import { MasterForm } from './MasterForm.tsx';
import type { MasterRecordProps } from './record.ts';
import { OpenFailed } from './RecordParts.tsx';

/** Fetches the record that is to be shown, and shows it. */
export function MasterRecord<Draft extends Readonly<Record<keyof Draft, FieldValue>>>(
  props: MasterRecordProps<Draft>,
) {
  const { master, srno, onClose } = props;
  const { data, error, refetch } = useQuery({
    queryKey: [master.id, 'detail', srno],
    enabled: srno !== 0,
    queryFn: ({ signal }) => master.detail(srno, signal),
    // What is edited is what is stored now, not what was seen an hour ago.
    gcTime: 0,
    staleTime: Infinity,
  });
  if (srno === 0) return <MasterForm {...props} opened={null} />;
  if (data) return <MasterForm {...props} opened={data} onReload={async () => (await refetch()).data} />;
  return (
    <section className={styles.form} aria-busy={error === null} aria-label={master.texts.view}>
      <OpenFailed error={error} onRetry={() => void refetch()} onClose={onClose} />
    </section>
  );
}

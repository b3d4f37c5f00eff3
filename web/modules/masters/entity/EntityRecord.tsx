import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import type { EntityType } from '#domain/masters/entity.ts';
import { OpenFailed } from '#web/patterns/OpenFailed.tsx';
import { entityText } from '#web/texts/entity.ts';
import { mastersText } from '#web/texts/masters.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { FormHandle } from '#web/patterns/record/record.ts';
import { fetchEntity } from './entity.ts';
import styles from './Entity.module.css';
import { EntityDocuments } from './EntityDocuments.tsx';
import { EntityForm } from './EntityForm.tsx';

interface EntityRecordProps {
  type: EntityType;
  /** Null for a new one. */
  id: string | null;
  mayEdit: boolean;
  more: (id: string, mayEdit: boolean) => ReactNode;
  form: Ref<FormHandle>;
  onSaved: (id: string, message: string) => Promise<void>;
  onClose: () => void;
}

/** One entity: its form and, once it is stored, its documents. */
export function EntityRecord(props: EntityRecordProps) {
  const { type, id, mayEdit, more, form, onSaved, onClose } = props;
  const { data, error, refetch } = useQuery({
    queryKey: ['entity', 'detail', type, id],
    enabled: id !== null,
    queryFn: ({ signal }) => fetchEntity(type, id ?? '', signal),
    // The form edits the stored entity, not an old copy from the cache.
    gcTime: 0,
    staleTime: Infinity,
  });
  const reload = async () => (await refetch()).data;
  const shared = { type, form, onSaved, onClose, onReload: reload };
  if (id === null)
    return (
      <div className={styles.panel}>
        <EntityForm {...shared} opened={null} isReadOnly={false} />
        <Notice meaning="info">{entityText.documents.afterSave}</Notice>
      </div>
    );
  if (data === undefined)
    return (
      <Panel label={entityText.title} aria-busy={error === null}>
        <OpenFailed
          title={mastersText.openFailed}
          error={error}
          onRetry={() => void refetch()}
          back={mastersText.close}
          onBack={onClose}
        />
      </Panel>
    );
  return (
    <div className={styles.panel}>
      {type === 'F' ? (
        <div className={styles.rowActions}>
          <Button component={Link} to={`/contract?id=${encodeURIComponent(id)}`} variant="default">
            {entityText.agreement}
          </Button>
        </div>
      ) : null}
      <EntityForm {...shared} opened={data} isReadOnly={!mayEdit} />
      <EntityDocuments
        srno={data.detail.srno}
        documents={data.detail.documents}
        mayEdit={mayEdit}
        onChanged={refetch}
      />
      {more(id, mayEdit)}
    </div>
  );
}

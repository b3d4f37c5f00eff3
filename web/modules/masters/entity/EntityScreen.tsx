import { SegmentedControl } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { EntityRow } from '#contract/masters/entity.ts';
import { ENTITY_TYPES } from '#domain/masters/entity.ts';
import { NO_FLAGS } from '#domain/rights.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { entityText } from '#web/texts/entity.ts';
import { mastersText } from '#web/texts/masters.ts';
import { uiText } from '#web/texts/ui.ts';
import { useKeys } from '#web/ui/keys.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { focusMarkedRow } from '#web/patterns/master/focusMarkedRow.ts';
import { MasterList } from '#web/patterns/master/MasterList.tsx';
import { AddButton } from '#web/patterns/record/RecordParts.tsx';
import { useGuardedForm } from '#web/patterns/record/useGuardedForm.tsx';
import { fetchEntity, rowOf } from './entity.ts';
import styles from './Entity.module.css';
import { entityList } from './entityList.tsx';
import { EntityRecord } from './EntityRecord.tsx';
import { useEntityAddress, type OpenEntity } from './useEntityAddress.ts';

interface EntityScreenProps {
  /** The parts of other modules for a stored entity, below its form. */
  more: (id: string, mayEdit: boolean) => ReactNode;
}

/** The entity master: the type first, then list and form. */
export function EntityScreen({ more }: EntityScreenProps) {
  const { data: may = NO_FLAGS } = useScreenRights('ENTITY');
  const client = useQueryClient();
  const address = useEntityAddress();
  const { type } = address;
  const { form, guarded, question } = useGuardedForm();
  const [saved, setSaved] = useState<{ row: EntityRow; message: string } | null>(null);
  const list = useMemo(() => entityList(type), [type]);
  const open = address.open === 'new' && !may.add ? null : address.open;

  function show(next: OpenEntity): void {
    guarded(() => {
      setSaved(null);
      address.setOpen(next);
      if (next === null) focusMarkedRow();
    });
  }

  async function afterSave(id: string, message: string): Promise<void> {
    void client.invalidateQueries({ queryKey: ['franchise', 'options'] });
    void client.invalidateQueries({ queryKey: ['branch', 'options'] });
    const [fetched] = await Promise.all([
      fetchEntity(type, id),
      client.invalidateQueries({ queryKey: [list.id, 'list'] }),
    ]);
    const more = message.replace(/^Saved\.\s*/, '');
    setSaved({
      row: rowOf(fetched),
      message: [mastersText.saved(fetched.draft.name), more].join(' ').trim(),
    });
    address.setOpen(null);
    focusMarkedRow();
  }

  const addNew = () => show('new');
  useKeys(may.add ? [{ keys: 'alt+c', does: uiText.keys.create, run: addNew }] : []);

  return (
    <>
      <PageHeader
        title={entityText.title}
        primary={may.add ? <AddButton isFormOpen={open !== null} onAdd={addNew} /> : null}
      />
      <SegmentedControl
        className={styles.types}
        aria-label={entityText.typeLabel}
        data={ENTITY_TYPES.map((each) => ({ value: each, label: entityText.types[each] }))}
        value={type}
        onChange={(next) =>
          guarded(() => {
            setSaved(null);
            address.setType(next);
          })
        }
      />
      <div role="status" className={saved ? styles.saved : undefined}>
        {saved ? <Notice meaning="done">{saved.message}</Notice> : null}
      </div>
      <div className={styles.split} data-open={open !== null}>
        <MasterList
          key={type}
          master={list}
          address={address.list}
          mayEdit={may.edit}
          mayAdd={may.add}
          saved={saved?.row ?? null}
          openKey={open === null || open === 'new' ? null : open.id}
          onShow={(row) => show({ id: row.id })}
          onAsk={() => setSaved(null)}
        />
        {open === null ? null : (
          <EntityRecord
            key={`${type} ${open === 'new' ? '' : open.id}`}
            type={type}
            id={open === 'new' ? null : open.id}
            mayEdit={may.edit}
            more={more}
            form={form}
            onSaved={afterSave}
            onClose={() => show(null)}
          />
        )}
      </div>
      {question}
    </>
  );
}

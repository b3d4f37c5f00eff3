import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { NO_FLAGS } from '#domain/rights.ts';
import { useScreenRights } from '#web/app/rights.ts';
import { mastersText } from '#web/texts/masters.ts';
import { uiText } from '#web/texts/ui.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { focusMarkedRow } from './focusMarkedRow.ts';
import styles from './Master.module.css';
import type { FieldValue, Master } from './master.ts';
import { MasterList } from './MasterList.tsx';
import { MasterRecord } from './MasterRecord.tsx';
import type { FormHandle } from './record.ts';
import { useMasterAddress, type OpenRecord } from './useMasterAddress.ts';

interface MasterScreenProps<Row extends object, Draft extends Readonly<Record<keyof Draft, FieldValue>>> {
  master: Master<Row, Draft>;
}

/** List and form of a master: beside each other where there is room, else one above the other. */
export function MasterScreen<Row extends object, Draft extends Readonly<Record<keyof Draft, FieldValue>>>({
  master,
}: MasterScreenProps<Row, Draft>) {
  const { data: may = NO_FLAGS } = useScreenRights(master.right);
  const client = useQueryClient();
  const address = useMasterAddress();
  const form = useRef<FormHandle>(null);
  const [saved, setSaved] = useState<{ row: Row; name: string } | null>(null);
  const [waiting, setWaiting] = useState<{ go: () => void } | null>(null);
  const open = address.open === 'new' && !may.add ? null : address.open;

  /** Whatever would take the form away asks first when something in it is not saved. */
  function guarded(go: () => void): void {
    if (form.current?.isDirty()) setWaiting({ go });
    else go();
  }

  function show(next: OpenRecord): void {
    if (next === open) return;
    guarded(() => {
      setSaved(null);
      address.setOpen(next);
      if (next === null) focusMarkedRow();
    });
  }

  async function afterSave(srno: number, draft: Draft): Promise<void> {
    // Pickers of this master ask anew as well.
    void client.invalidateQueries({ queryKey: [master.id, 'options'] });
    const [row] = await Promise.all([
      master.rowOf(srno, draft),
      client.invalidateQueries({ queryKey: [master.id, 'list'] }),
    ]);
    setSaved({ row, name: master.nameOf(draft) });
    address.setOpen(null);
    focusMarkedRow();
  }

  const addNew = () => show('new');
  useKeys(may.add ? [{ keys: 'alt+c', does: uiText.keys.create, run: addNew }] : []);

  return (
    <>
      <PageHeader
        title={master.texts.title}
        primary={
          may.add ? (
            <Button
              // While a form is open, its Save is the one primary button.
              variant={open === null ? 'filled' : 'default'}
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={addNew}
            >
              {mastersText.addNew}
            </Button>
          ) : null
        }
      />
      <div role="status" className={saved ? styles.saved : undefined}>
        {saved ? <Notice meaning="done">{mastersText.saved(saved.name)}</Notice> : null}
      </div>
      <div className={styles.split} data-open={open !== null} data-wide={master.isWide === true}>
        <MasterList
          master={master}
          address={address}
          mayEdit={may.edit}
          mayAdd={may.add}
          saved={saved?.row ?? null}
          openSrno={typeof open === 'number' ? open : null}
          onShow={(row) => show(master.srnoOf(row))}
          onAsk={() => setSaved(null)}
        />
        {open === null ? null : (
          <MasterRecord
            key={open}
            master={master}
            srno={open === 'new' ? 0 : open}
            isReadOnly={open === 'new' ? !may.add : !may.edit}
            form={form}
            onSaved={afterSave}
            onClose={() => show(null)}
          />
        )}
      </div>
      <ConfirmModal
        opened={waiting !== null}
        title={uiText.unsaved.title}
        confirm={uiText.unsaved.leave}
        cancel={uiText.unsaved.stay}
        danger
        onConfirm={() => {
          form.current?.discard();
          waiting?.go();
        }}
        onClose={() => setWaiting(null)}
      >
        {uiText.unsaved.text}
      </ConfirmModal>
    </>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { NO_FLAGS } from '#domain/rights.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { mastersText } from '#web/texts/masters.ts';
import { uiText } from '#web/texts/ui.ts';
import { useKeys } from '#web/ui/keys.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { focusMarkedRow } from './focusMarkedRow.ts';
import styles from './Master.module.css';
import type { FieldValue, Master } from './master.ts';
import { MasterList } from './MasterList.tsx';
import { MasterRecord } from './MasterRecord.tsx';
import { AddButton } from '../record/RecordParts.tsx';
import { useGuardedForm } from '../record/useGuardedForm.tsx';
import { useMasterAddress, type OpenRecord } from './useMasterAddress.ts';

interface MasterScreenProps<Row extends object, Draft extends Readonly<Record<keyof Draft, FieldValue>>> {
  master: Master<Row, Draft>;
  /** Secondary actions of the screen. */
  actions?: ReactNode;
  /** Shown above the list, such as the fields that limit it. */
  above?: ReactNode;
}

/** List and form of a master: side by side if there is space, otherwise one above the other. */
export function MasterScreen<Row extends object, Draft extends Readonly<Record<keyof Draft, FieldValue>>>({
  master,
  actions,
  above,
}: MasterScreenProps<Row, Draft>) {
  const { data: may = NO_FLAGS } = useScreenRights(master.right);
  const client = useQueryClient();
  const address = useMasterAddress();
  const { form, guarded, question } = useGuardedForm();
  const [saved, setSaved] = useState<Row | null>(null);
  const [proposed, setProposed] = useState<string | null>(null);
  // The notice of a save belongs to the list that it was saved from, so another list clears it.
  const narrowed = JSON.stringify(master.narrowed);
  const [seen, setSeen] = useState(narrowed);
  if (seen !== narrowed) {
    setSeen(narrowed);
    setSaved(null);
  }
  const open = address.open === 'new' && !may.add ? null : address.open;

  function show(next: OpenRecord): void {
    if (next === open) return;
    guarded(() => {
      setSaved(null);
      setProposed(null);
      address.setOpen(next);
      if (next === null) focusMarkedRow();
    });
  }

  async function afterSave(srno: number, draft: Draft): Promise<void> {
    // Pickers of this master reload as well.
    void client.invalidateQueries({ queryKey: [master.id, 'options'] });
    const [row] = await Promise.all([
      master.rowOf(srno, draft),
      client.invalidateQueries({ queryKey: [master.id, 'list'] }),
    ]);
    setSaved(row);
    address.setOpen(null);
    focusMarkedRow();
  }

  /** Nothing has changed yet, so the list stays as it is. */
  function afterProposal(msg: string): void {
    setProposed(msg);
    address.setOpen(null);
    focusMarkedRow();
  }

  const addNew = () => show('new');
  useKeys(may.add ? [{ keys: 'alt+c', does: uiText.keys.create, run: addNew }] : []);

  return (
    <>
      <PageHeader
        title={master.texts.title}
        actions={actions}
        primary={
          may.add ? <AddButton label={master.texts.addNew} isFormOpen={open !== null} onAdd={addNew} /> : null
        }
      />
      {above}
      <div role="status" className={saved || proposed !== null ? styles.saved : undefined}>
        {proposed === null ? null : <Notice meaning="waiting">{proposed}</Notice>}
        {saved ? <Notice meaning="done">{mastersText.saved(master.nameOfRow(saved))}</Notice> : null}
      </div>
      <div className={styles.split} data-open={open !== null} data-wide={master.isWide === true}>
        <MasterList
          master={master}
          address={address}
          mayEdit={may.edit}
          mayAdd={may.add}
          saved={saved}
          openKey={typeof open === 'number' ? String(open) : null}
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
            onProposed={afterProposal}
            onClose={() => show(null)}
          />
        )}
      </div>
      {question}
    </>
  );
}

import type { Ref } from 'react';
import { entityProblems, type EntityField, type EntityType } from '#domain/masters/entity.ts';
import { entityText } from '#web/texts/entity.ts';
import { mastersText } from '#web/texts/masters.ts';
import { FormOffers } from '#web/ui/FormOffers.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Panel, PanelTitle } from '#web/ui/Panel.tsx';
import { StaleModal } from '#web/ui/StaleModal.tsx';
import { Changed, trailPath } from '#web/patterns/master/MasterForm.tsx';
import { marksOf } from '#web/patterns/record/marks.ts';
import { useFormKeys } from '#web/patterns/record/useFormKeys.ts';
import type { FormHandle } from '#web/patterns/record/record.ts';
import { RecordActions } from '#web/patterns/record/RecordParts.tsx';
import { useRecordForm } from '#web/patterns/record/useRecordForm.ts';
import { blankEntity, saveEntity, type OpenedEntity } from './entity.ts';
import { entityFieldId, EntityFields } from './EntityFields.tsx';
import { sayEntity } from './entityWords.tsx';

export interface EntityFormProps {
  type: EntityType;
  /** The stored entity; null for a new one. */
  opened: OpenedEntity | null;
  isReadOnly: boolean;
  form: Ref<FormHandle>;
  /** Fetches the stored entity again. */
  onReload: () => Promise<OpenedEntity | undefined>;
  onSaved: (id: string, message: string) => Promise<void>;
  onClose: () => void;
}

/** The form of an entity: Q to view it, A to add one, E to change one. */
export function EntityForm(props: EntityFormProps) {
  const { type, opened, isReadOnly, onClose } = props;
  const id = opened?.draft.id ?? '';
  const form = useRecordForm({
    keptAs: `entity.${type}.${id}`,
    isReadOnly,
    opened,
    blank: blankEntity(type),
    problems: entityProblems,
    say: sayEntity,
    save: (draft, options) => saveEntity(id, draft, options),
    onSaved: ({ id, msg }) => props.onSaved(id, msg),
    reload: props.onReload,
    selectorOf: (field: EntityField = id === '' ? 'id' : 'name') => `#${entityFieldId(field)}`,
    handle: props.form,
  });
  useFormKeys(isReadOnly, form.run, onClose);

  const marks = marksOf(form.problems);
  const one = entityText.one[type];
  const title = isReadOnly ? entityText.view(one) : id === '' ? entityText.add(one) : entityText.edit(one);
  return (
    <Panel
      as="form"
      noValidate
      label={title}
      onSubmit={(event) => {
        event.preventDefault();
        form.run();
      }}
    >
      <PanelTitle>{title}</PanelTitle>
      {isReadOnly ? <Notice meaning="info">{mastersText.readOnly}</Notice> : null}
      <FormOffers startOver={form.startOver} bringBackMine={form.bringBackMine} />
      <EntityFields
        draft={form.draft}
        marks={marks}
        isNew={id === ''}
        isReadOnly={isReadOnly}
        onChange={(change) => form.change({ ...form.draft, ...change })}
      />
      {opened === null ? null : (
        <Changed
          changedBy={opened.detail.changedBy}
          changedAt={opened.detail.changedAt}
          trail={trailPath('entity', id)}
        />
      )}
      <RecordActions isSticky isReadOnly={isReadOnly} working={form.working} onClose={onClose} />
      {form.modal}
      {form.leaveGuard}
      <StaleModal {...form.stale} />
    </Panel>
  );
}

import { Link } from 'react-router';
import { formatDateTime } from '#domain/dates.ts';
import { useRights } from '#web/wire/rights.ts';
import { ChosenNames } from '#web/pickers/ChosenNames.tsx';
import type { Source } from '#web/pickers/source.ts';
import { mastersText } from '#web/texts/masters.ts';
import { uiText } from '#web/texts/ui.ts';
import { FormOffers } from '#web/ui/FormOffers.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { StaleModal } from '#web/ui/StaleModal.tsx';
import type { FieldChange } from '#web/ui/theirChanges.ts';
import styles from './Master.module.css';
import type { FieldValue, MasterField, NameOf, Opened } from './master.ts';
import { fieldId, MasterFields } from './MasterFields.tsx';
import { marksOf } from '../record/marks.ts';
import { useFormKeys } from '../record/useFormKeys.ts';
import type { MasterRecordProps } from '../record/record.ts';
import { RecordActions } from '../record/RecordParts.tsx';
import { useRecordForm } from '../record/useRecordForm.ts';

interface MasterFormProps<
  Draft extends Readonly<Record<keyof Draft, FieldValue>>,
> extends MasterRecordProps<Draft> {
  /** The stored record; null for a new one. */
  opened: Opened<Draft> | null;
  /** Fetches the stored record again. */
  onReload?: () => Promise<Opened<Draft> | undefined>;
}

/** The source of the name of a field's value. */
function sourceOf(field: MasterField<never>): Source | undefined {
  if (field.kind === 'part') return field.source;
  return field.kind === 'picker' || field.kind === 'pickers' ? field.picker.source : undefined;
}

/** A field in words. */
function said(field: MasterField<never>, label: string, value: FieldValue): FieldChange {
  if (typeof value === 'boolean') {
    const words =
      field.kind === 'active'
        ? [mastersText.active, mastersText.inactive]
        : [uiText.common.yes, uiText.common.no];
    return { label, value: (value ? words[0] : words[1]) ?? '' };
  }
  const values = Array.isArray(value) ? (value as readonly string[]) : [String(value ?? '')];
  const text = values.join(', ');
  const source = sourceOf(field);
  if (field.kind === 'part' && field.shown !== undefined) return { label, value: field.shown(text) };
  return {
    label,
    value: text,
    ...(source === undefined || text === ''
      ? {}
      : { shown: <ChosenNames source={source} values={values} /> }),
  };
}

/** The form of a master record. */
export function MasterForm<Draft extends Readonly<Record<keyof Draft, FieldValue>>>(
  props: MasterFormProps<Draft>,
) {
  const { master, srno, opened, onClose } = props;
  const locked = opened?.locked ?? '';
  const isReadOnly = props.isReadOnly || locked !== '';
  const form = useRecordForm({
    keptAs: `${master.id}.${srno}`,
    isReadOnly,
    opened,
    blank: master.blank,
    problems: master.problems,
    say: (draft: Draft): FieldChange[] =>
      master.fields.map((field) =>
        said(field as MasterField<never>, master.rules[field.name].label, draft[field.name]),
      ),
    save: async (draft, options) => (await master.save(srno, draft, options)).reply,
    onSaved: async ({ srno: saved, msg = '', proposed }, draft) =>
      proposed === 1 ? props.onProposed?.(msg) : props.onSaved(saved, draft),
    reload: async () => props.onReload?.(),
    selectorOf: (name: NameOf<Draft> | undefined = master.fields[0]?.name) =>
      name === undefined ? undefined : `#${fieldId(master.id, name)}`,
    handle: props.form,
  });
  useFormKeys(isReadOnly, form.run, onClose);

  const marks = marksOf(form.problems);
  const { aside: Aside } = master;
  const title = isReadOnly ? master.texts.view : srno === 0 ? master.texts.add : master.texts.edit;
  return (
    <form
      noValidate
      className={styles.form}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        form.run();
      }}
    >
      <h2 className={styles.title}>{title}</h2>
      {isReadOnly ? (
        <Notice meaning="info">{props.isReadOnly ? mastersText.readOnly : locked}</Notice>
      ) : opened?.fixed === undefined ? null : (
        <Notice meaning="info">{opened.fixed.why}</Notice>
      )}
      <FormOffers startOver={form.startOver} bringBackMine={form.bringBackMine} />
      <div className={styles.fields} data-pairs={master.isInPairs === true}>
        <MasterFields
          master={master}
          draft={form.draft}
          marks={marks}
          isNew={srno === 0}
          isReadOnly={isReadOnly}
          fixed={opened?.fixed?.fields}
          onChange={form.change}
        />
      </div>
      {opened === null || Aside === undefined ? null : <Aside srno={srno} isReadOnly={isReadOnly} />}
      {opened === null ? null : <Changed {...opened} trail={trailPath(master.record ?? master.id, srno)} />}
      <RecordActions isReadOnly={isReadOnly} working={form.working} onClose={onClose} />
      {form.modal}
      {form.leaveGuard}
      <StaleModal {...form.stale} />
    </form>
  );
}

/** The path of the screen with a record's history. */
export const trailPath = (record: string, id: number | string) =>
  `/trail?${new URLSearchParams({ record, recordid: String(id) }).toString()}`;

interface ChangedProps extends Pick<Opened<unknown>, 'changedBy' | 'changedAt'> {
  /** The path of the record's history. */
  trail?: string;
}

/** The user who last changed the record, and a link to its history for users with the right to see it. */
export function Changed({ changedBy, changedAt, trail }: ChangedProps) {
  const { data: held } = useRights();
  return (
    <p className={styles.changed}>
      {mastersText.changed(changedBy, formatDateTime(Date.parse(changedAt)))}
      {trail !== undefined && held?.TRAIL === 1 ? (
        <>
          {' · '}
          <Link to={trail}>{mastersText.trail}</Link>
        </>
      ) : null}
    </p>
  );
}

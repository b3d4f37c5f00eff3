import { Group, Radio } from '@mantine/core';
import { mastersText } from '#web/texts/masters.ts';
import { TextField } from '#web/ui/Field.tsx';
import { YesNoField } from '#web/ui/YesNoField.tsx';
import type { FieldValue, MasterField, RecordForm } from './master.ts';

/** The id by which a message finds its field. */
export const fieldId = (masterId: string, name: string): string => `${masterId}-${name}`;

interface MasterFieldsProps<Draft extends Readonly<Record<keyof Draft, FieldValue>>> {
  master: RecordForm<Draft>;
  draft: Draft;
  /** The errors by field. */
  marks: Readonly<Record<string, string>>;
  /** Whether the record is not stored yet. */
  isNew: boolean;
  isReadOnly: boolean;
  /** The fields that are read-only although the others can be changed. */
  fixed?: readonly string[] | undefined;
  onChange: (draft: Draft) => void;
}

/** The fields of a record, one below the other. */
export function MasterFields<Draft extends Readonly<Record<keyof Draft, FieldValue>>>(
  props: MasterFieldsProps<Draft>,
) {
  const { master, draft, marks, isNew, fixed = [], onChange } = props;
  return master.fields.map((field, index) => {
    const { name } = field;
    const isReadOnly = props.isReadOnly || fixed.includes(name);
    const { label, required = false, maxChars } = master.rules[name];
    const id = fieldId(master.id, name);
    if (field.kind === 'part') {
      const part = { id, label, error: marks[name], draft, isNew, isReadOnly, onChange };
      return <field.part key={name} {...part} />;
    }
    const cleared = 'clears' in field ? (field.clears ?? []) : [];
    const within = field.kind === 'picker' && field.within !== undefined ? draft[field.within] : undefined;
    return (
      <OneField
        key={name}
        id={id}
        field={field}
        label={label}
        required={required}
        maxChars={maxChars}
        value={draft[name]}
        within={typeof within === 'string' || within === null ? within : undefined}
        error={marks[name]}
        isReadOnly={isReadOnly}
        autoFocus={index === 0 && !isReadOnly}
        onChange={(value) =>
          onChange({
            ...draft,
            ...Object.fromEntries(cleared.map((each) => [each, null])),
            [name]: value,
          })
        }
      />
    );
  });
}

interface OneFieldProps {
  id: string;
  field: Exclude<MasterField<never>, { kind: 'part' }>;
  label: string;
  required: boolean;
  maxChars: number | undefined;
  value: FieldValue;
  within: string | null | undefined;
  error: string | undefined;
  isReadOnly: boolean;
  autoFocus: boolean;
  onChange: (value: FieldValue) => void;
}

/** The value of typed text. No number is null, as it is in a stored record. */
const entered = ({ kind }: OneFieldProps['field'], typed: string): FieldValue =>
  kind === 'code' ? typed.toUpperCase() : kind === 'whole' && typed === '' ? null : typed;

const textOf = (value: FieldValue): string => (typeof value === 'string' ? value : '');

function OneField(props: OneFieldProps) {
  const { id, field, maxChars, value, within, isReadOnly, autoFocus, onChange, ...shared } = props;
  const answer = typeof value === 'boolean' ? value : null;
  switch (field.kind) {
    case 'yes-no':
      return (
        <div id={id}>
          <YesNoField
            {...shared}
            disabled={isReadOnly}
            value={answer === null ? null : answer ? 'Y' : 'N'}
            onChange={(next) => onChange(next === 'Y')}
          />
        </div>
      );
    case 'active':
      return (
        <ChoiceField
          {...shared}
          id={id}
          choices={ACTIVE_CHOICES}
          value={answer === null ? null : answer ? '1' : '0'}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange(next === '1')}
        />
      );
    case 'choice':
      return (
        <ChoiceField
          {...shared}
          id={id}
          choices={field.choices}
          value={textOf(value)}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
      );
    case 'picker':
      return (
        <field.picker
          {...shared}
          id={id}
          value={typeof value === 'string' ? value : null}
          within={within}
          readOnly={isReadOnly}
          autoFocus={autoFocus}
          onChange={onChange}
        />
      );
    case 'pickers':
      return (
        <field.picker
          {...shared}
          id={id}
          value={Array.isArray(value) ? value : []}
          readOnly={isReadOnly}
          onChange={onChange}
        />
      );
    case 'text':
    case 'code':
    case 'whole':
      return (
        <TextField
          {...shared}
          id={id}
          autoFocus={autoFocus}
          readOnly={isReadOnly}
          autoComplete="off"
          {...(maxChars === undefined ? {} : { maxLength: maxChars })}
          value={textOf(value)}
          onChange={({ currentTarget: { value: typed } }) => onChange(entered(field, typed))}
        />
      );
  }
}

const ACTIVE_CHOICES = [
  { value: '1', label: mastersText.active },
  { value: '0', label: mastersText.inactive },
];

interface ChoiceFieldProps extends Pick<OneFieldProps, 'id' | 'label' | 'required' | 'error' | 'isReadOnly'> {
  choices: readonly { readonly value: string; readonly label: string }[];
  value: string | null;
  onChange: (value: string) => void;
}

/** A choice between a few values, all of them visible. */
function ChoiceField(props: ChoiceFieldProps) {
  const { id, label, required, error, choices, value, isReadOnly, onChange } = props;
  return (
    <div id={id}>
      <Radio.Group label={label} withAsterisk={required} error={error} value={value} onChange={onChange}>
        <Group gap={16} mih={32}>
          {choices.map((choice) => (
            <Radio key={choice.value} {...choice} size="sm" disabled={isReadOnly} />
          ))}
        </Group>
      </Radio.Group>
    </div>
  );
}

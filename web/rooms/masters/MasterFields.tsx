import { Group, Radio } from '@mantine/core';
import { mastersText } from '#web/texts/masters.ts';
import { TextField } from '#web/ui/Field.tsx';
import { YesNoField } from '#web/ui/YesNoField.tsx';
import type { FieldValue, Master, MasterField } from './master.ts';

/** By which a message finds the field it speaks of. */
export const fieldId = (masterId: string, name: string): string => `${masterId}-${name}`;

interface MasterFieldsProps<Row extends object, Draft extends Readonly<Record<keyof Draft, FieldValue>>> {
  master: Master<Row, Draft>;
  draft: Draft;
  /** What is wrong, by field. */
  marks: Readonly<Record<string, string>>;
  isReadOnly: boolean;
  onChange: (draft: Draft) => void;
}

/** The fields of a master, one under the other. */
export function MasterFields<Row extends object, Draft extends Readonly<Record<keyof Draft, FieldValue>>>(
  props: MasterFieldsProps<Row, Draft>,
) {
  const { master, draft, marks, isReadOnly, onChange } = props;
  return master.fields.map(({ name, kind }, index) => {
    const { label, required = false, maxChars } = master.rules[name];
    return (
      <OneField
        key={name}
        id={fieldId(master.id, name)}
        kind={kind}
        label={label}
        required={required}
        maxChars={maxChars}
        value={draft[name]}
        error={marks[name]}
        isReadOnly={isReadOnly}
        autoFocus={index === 0 && !isReadOnly}
        onChange={(value) => onChange({ ...draft, [name]: value })}
      />
    );
  });
}

interface OneFieldProps {
  id: string;
  kind: MasterField<never>['kind'];
  label: string;
  required: boolean;
  maxChars: number | undefined;
  value: FieldValue;
  error: string | undefined;
  isReadOnly: boolean;
  autoFocus: boolean;
  onChange: (value: FieldValue) => void;
}

function OneField({ id, kind, maxChars, value, isReadOnly, autoFocus, onChange, ...shared }: OneFieldProps) {
  const answer = typeof value === 'boolean' ? value : null;
  if (kind === 'yes-no') {
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
  }
  if (kind === 'active')
    return <ActiveField {...shared} id={id} value={answer} isReadOnly={isReadOnly} onChange={onChange} />;
  return (
    <TextField
      {...shared}
      id={id}
      autoFocus={autoFocus}
      readOnly={isReadOnly}
      autoComplete="off"
      {...(maxChars === undefined ? {} : { maxLength: maxChars })}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface ActiveFieldProps extends Pick<OneFieldProps, 'id' | 'label' | 'required' | 'error' | 'isReadOnly'> {
  value: boolean | null;
  onChange: (value: boolean) => void;
}

/** Whether a record may still be chosen elsewhere. */
function ActiveField({ id, label, required, error, value, isReadOnly, onChange }: ActiveFieldProps) {
  return (
    <div id={id}>
      <Radio.Group
        label={label}
        withAsterisk={required}
        error={error}
        value={value === null ? null : value ? '1' : '0'}
        onChange={(next) => onChange(next === '1')}
      >
        <Group gap={16} mih={32}>
          <Radio value="1" label={mastersText.active} size="sm" disabled={isReadOnly} />
          <Radio value="0" label={mastersText.inactive} size="sm" disabled={isReadOnly} />
        </Group>
      </Radio.Group>
    </div>
  );
}

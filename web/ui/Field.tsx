import {
  Checkbox,
  Group,
  PasswordInput,
  Radio,
  Select,
  Textarea,
  TextInput,
  type CheckboxProps,
  type PasswordInputProps,
  type SelectProps,
  type TextareaProps,
  type TextInputProps,
} from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { uiText } from '#web/texts/ui.ts';

/** What every field has: a name, and room for help and for what is wrong. */
export interface FieldProps {
  label: string;
  description?: ReactNode;
  error?: string | undefined;
  required?: boolean;
}

/** The browser's own "required" bubbles would speak before our messages do, so the field is only marked. */
function marks({ required, error }: { required?: boolean | undefined; error?: string | undefined }) {
  return { withAsterisk: required ?? false, 'aria-required': required || undefined, error };
}

type Own = 'label' | 'description' | 'error' | 'required' | 'withAsterisk';

export interface TextFieldProps extends FieldProps, Omit<TextInputProps, Own> {
  ref?: Ref<HTMLInputElement>;
}

/** One line of text. */
export function TextField({ required, error, ...props }: TextFieldProps) {
  return <TextInput {...props} {...marks({ required, error })} />;
}

export interface TextAreaFieldProps extends FieldProps, Omit<TextareaProps, Own> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** Text over several lines. */
export function TextAreaField({ required, error, ...props }: TextAreaFieldProps) {
  return <Textarea rows={3} {...props} {...marks({ required, error })} />;
}

export interface PasswordFieldProps extends FieldProps, Omit<PasswordInputProps, Own> {
  ref?: Ref<HTMLInputElement>;
}

/** A password, with a button that shows it. */
export function PasswordField({ required, error, ...props }: PasswordFieldProps) {
  return <PasswordInput {...props} {...marks({ required, error })} />;
}

export interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectFieldProps extends FieldProps, Omit<SelectProps, Own | 'data' | 'value' | 'onChange'> {
  choices: readonly Choice[];
  value: string | null;
  onChange: (value: string | null) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Long lists show this many choices at a time; typing finds the rest. */
const MAX_CHOICES_SHOWN = 100;

/** One of a list, found by typing. */
export function SelectField({ required, error, choices, clearable = !required, ...props }: SelectFieldProps) {
  return (
    <Select
      searchable
      selectFirstOptionOnChange
      limit={MAX_CHOICES_SHOWN}
      nothingFoundMessage={uiText.field.nothingFound}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': uiText.field.clear }}
      maxDropdownHeight={280}
      comboboxProps={{ transitionProps: { duration: 0 }, shadow: 'md' }}
      {...props}
      {...marks({ required, error })}
      data={[...choices]}
    />
  );
}

export interface CheckFieldProps extends FieldProps, Omit<CheckboxProps, Own> {
  ref?: Ref<HTMLInputElement>;
}

/** A box to tick. */
export function CheckField({ required, ...props }: CheckFieldProps) {
  return <Checkbox size="sm" {...props} aria-required={required || undefined} />;
}

export interface YesNoFieldProps extends FieldProps {
  value: 'Y' | 'N' | null;
  onChange: (value: 'Y' | 'N') => void;
  name?: string;
  disabled?: boolean;
}

/** A question answered yes or no, unanswered until someone does; Y and N answer it from the keyboard. */
export function YesNoField({
  required,
  error,
  value,
  onChange,
  disabled = false,
  ...props
}: YesNoFieldProps) {
  const answers = [
    { value: 'Y', label: uiText.common.yes },
    { value: 'N', label: uiText.common.no },
  ] as const;
  const pick = (answer: string) => {
    if (answer === 'Y' || answer === 'N') onChange(answer);
  };
  return (
    <Radio.Group
      {...props}
      withAsterisk={required ?? false}
      error={error}
      value={value}
      onChange={pick}
      onKeyDown={(event) => {
        if (!disabled && !event.ctrlKey && !event.altKey && !event.metaKey) pick(event.key.toUpperCase());
      }}
    >
      <Group gap={16} mih={32}>
        {answers.map((answer) => (
          <Radio key={answer.value} {...answer} size="sm" disabled={disabled} />
        ))}
      </Group>
    </Radio.Group>
  );
}

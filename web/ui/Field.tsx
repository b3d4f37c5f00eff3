import {
  Checkbox,
  PasswordInput,
  Textarea,
  TextInput,
  type CheckboxProps,
  type PasswordInputProps,
  type TextareaProps,
  type TextInputProps,
} from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import type { InputFilter } from '#domain/input.ts';
import type { FieldRule } from '#domain/rules.ts';
import { filtered } from './filtered.ts';
import { steady } from './steady.ts';

/** The properties of every field: a label, and space for help and for an error. */
export interface FieldProps {
  label: string;
  description?: ReactNode;
  error?: string | undefined;
  required?: boolean;
}

/** Only marks the field as required: the browser's own "required" bubbles would appear before our messages. */
export function marks({ required, error }: { required?: boolean | undefined; error?: string | undefined }) {
  return { withAsterisk: required ?? false, 'aria-required': required || undefined, error };
}

/** The properties of the Mantine input that the field sets itself. */
export type OwnProps = 'label' | 'description' | 'error' | 'required' | 'withAsterisk';

export interface TextFieldProps extends FieldProps, Omit<TextInputProps, OwnProps> {
  ref?: Ref<HTMLInputElement>;
  /**
   * The allowed characters and the maximum length. The length is not left to the browser because it truncates pasted
   * text.
   */
  filter?: InputFilter | undefined;
}

export const TextField = /* @__PURE__ */ steady(function TextField({
  required,
  error,
  filter,
  onChange,
  ...props
}: TextFieldProps) {
  const change =
    filter === undefined || onChange === undefined
      ? onChange
      : filtered(filter, String(props.value ?? ''), onChange);
  return (
    <TextInput
      {...props}
      {...(change === undefined ? {} : { onChange: change })}
      {...marks({ required, error })}
    />
  );
});

/** The length limit of a field: by its filter if it has one, otherwise by the browser. */
export const limitsOf = ({ maxChars, filter }: Pick<FieldRule, 'maxChars' | 'filter'>) =>
  filter === undefined
    ? maxChars === undefined
      ? {}
      : { maxLength: maxChars }
    : { filter: { kind: filter, maxChars } };

export interface TextAreaFieldProps extends FieldProps, Omit<TextareaProps, OwnProps> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** Text over several lines. */
export const TextAreaField = /* @__PURE__ */ steady(function TextAreaField({
  required,
  error,
  ...props
}: TextAreaFieldProps) {
  return <Textarea rows={3} {...props} {...marks({ required, error })} />;
});

export interface PasswordFieldProps extends FieldProps, Omit<PasswordInputProps, OwnProps> {
  ref?: Ref<HTMLInputElement>;
}

/** A password field with a button that shows the password. */
export function PasswordField({ required, error, ...props }: PasswordFieldProps) {
  return <PasswordInput {...props} {...marks({ required, error })} />;
}

export interface CheckFieldProps extends FieldProps, Omit<CheckboxProps, OwnProps> {
  ref?: Ref<HTMLInputElement>;
}

export function CheckField({ required, ...props }: CheckFieldProps) {
  return <Checkbox size="sm" {...props} aria-required={required || undefined} />;
}

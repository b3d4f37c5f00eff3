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

/** What every field has: a name, and room for help and for what is wrong. */
export interface FieldProps {
  label: string;
  description?: ReactNode;
  error?: string | undefined;
  required?: boolean;
}

/** The browser's own "required" bubbles would speak before our messages do, so the field is only marked. */
export function marks({ required, error }: { required?: boolean | undefined; error?: string | undefined }) {
  return { withAsterisk: required ?? false, 'aria-required': required || undefined, error };
}

/** What a field sets itself of its Mantine input. */
export type OwnProps = 'label' | 'description' | 'error' | 'required' | 'withAsterisk';

export interface TextFieldProps extends FieldProps, Omit<TextInputProps, OwnProps> {
  ref?: Ref<HTMLInputElement>;
}

/** One line of text. */
export function TextField({ required, error, ...props }: TextFieldProps) {
  return <TextInput {...props} {...marks({ required, error })} />;
}

export interface TextAreaFieldProps extends FieldProps, Omit<TextareaProps, OwnProps> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** Text over several lines. */
export function TextAreaField({ required, error, ...props }: TextAreaFieldProps) {
  return <Textarea rows={3} {...props} {...marks({ required, error })} />;
}

export interface PasswordFieldProps extends FieldProps, Omit<PasswordInputProps, OwnProps> {
  ref?: Ref<HTMLInputElement>;
}

/** A password, with a button that shows it. */
export function PasswordField({ required, error, ...props }: PasswordFieldProps) {
  return <PasswordInput {...props} {...marks({ required, error })} />;
}

export interface CheckFieldProps extends FieldProps, Omit<CheckboxProps, OwnProps> {
  ref?: Ref<HTMLInputElement>;
}

/** A box to tick. */
export function CheckField({ required, ...props }: CheckFieldProps) {
  return <Checkbox size="sm" {...props} aria-required={required || undefined} />;
}

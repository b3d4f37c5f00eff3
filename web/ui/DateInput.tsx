import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { formatDate, parseDate, type IsoDate } from '#domain/dates.ts';
import { uiText } from '#web/texts/ui.ts';
import type { FieldProps } from './Field.tsx';
import { useKeys } from './keys.ts';
import { today } from './today.ts';
import { useTypedText } from './useTypedText.ts';

/** The calendar and its date library are loaded when first opened, not with the form. */
const Calendar = lazy(() => import('./Calendar.tsx').then((module) => ({ default: module.Calendar })));

export interface DateInputProps extends FieldProps {
  value: IsoDate | null;
  /** The date read, or null while the field is empty or holds no date. */
  onChange: (date: IsoDate | null) => void;
  min?: IsoDate;
  max?: IsoDate;
  id?: string;
  name?: string;
  disabled?: boolean;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

const showDate = (date: IsoDate | null) => (date ? formatDate(date) : '');

function whatIsWrong(text: string, limits: { min?: IsoDate | undefined; max?: IsoDate | undefined }) {
  if (!text.trim()) return undefined;
  const date = parseDate(text, today());
  if (!date) return uiText.date.notADate;
  if (limits.min && date < limits.min) return uiText.date.before(formatDate(limits.min));
  if (limits.max && date > limits.max) return uiText.date.after(formatDate(limits.max));
  return undefined;
}

/** A date typed freely, day first, or picked from a calendar with F2. */
export function DateInput({ value, onChange, min, max, error, required, ref, ...props }: DateInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  const { text, setText } = useTypedText(value, showDate);
  const [opened, setOpened] = useState(false);
  const [wrong, setWrong] = useState<string>();

  useKeys([{ keys: 'f2', does: uiText.keys.date }]);

  function read(typed: string): void {
    const date = whatIsWrong(typed, { min, max }) ? null : parseDate(typed, today());
    setText(typed, date);
    setWrong(undefined);
    if (date !== value) onChange(date);
  }

  function settle(): void {
    setWrong(whatIsWrong(text, { min, max }));
    if (value) setText(formatDate(value), value);
    props.onBlur?.();
  }

  function pick(date: IsoDate): void {
    setText(formatDate(date), date);
    setWrong(undefined);
    if (date !== value) onChange(date);
    close();
  }

  function close(): void {
    setOpened(false);
    input.current?.focus();
  }

  function openByKey(event: KeyboardEvent): void {
    if (event.key !== 'F2' || props.disabled) return;
    event.preventDefault();
    setOpened(true);
  }

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" withRoles={false}>
      <Popover.Target>
        <TextInput
          {...props}
          ref={input}
          inputMode="numeric"
          autoComplete="off"
          placeholder={uiText.date.placeholder}
          withAsterisk={required ?? false}
          aria-required={required || undefined}
          aria-keyshortcuts="F2"
          error={wrong ?? error}
          value={text}
          onChange={(event) => read(event.currentTarget.value)}
          onBlur={settle}
          onKeyDown={openByKey}
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              tabIndex={-1}
              disabled={props.disabled ?? false}
              aria-label={uiText.date.openCalendar}
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={uiText.date.calendar}
        onKeyDownCapture={(event) => {
          if (event.key === 'Escape') close();
        }}
      >
        {opened ? (
          <Suspense fallback={<div style={{ width: 252, height: 272 }} aria-busy />}>
            <Calendar value={value} onPick={pick} min={min} max={max} />
          </Suspense>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}

import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { formatDate, readIsoDate, type IsoDate } from '#domain/dates.ts';
import { uiText } from '#web/texts/ui.ts';
import type { FieldProps } from './Field.tsx';
import { afterPress } from './afterPress.ts';
import { useKeys } from './keys.ts';
import { lazyPart } from './lazyPart.ts';
import { readTypedDate, showWrittenDate, useReadability } from './readable.ts';
import { today } from './today.ts';
import { useTypedText } from './useTypedText.ts';

/** The calendar and its date library are loaded when the calendar is first opened, not with the form. */
const Calendar = lazyPart(() => import('./Calendar.tsx'), 'Calendar');

export interface DateInputProps extends FieldProps {
  /** A day as yyyy-MM-dd, or the typed text if it is not a date; null or empty if nothing is entered. */
  value: string | null;
  /**
   * Receives the parsed date, or null while the field is empty or holds no date. `written` is the typed text if it is
   * not a date: a form that stores it can refuse it instead of losing it.
   */
  onChange: (date: IsoDate | null, written: string) => void;
  min?: IsoDate;
  max?: IsoDate;
  id?: string;
  name?: string;
  disabled?: boolean;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** A date typed freely, day first, or picked from a calendar with F2. */
export function DateInput({ value, onChange, min, max, error, required, ref, ...props }: DateInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  const given = value ?? '';
  const limits = { min, max };
  const { text, setText } = useTypedText(given, showWrittenDate);
  const { written, wrong } = readTypedDate(text, limits, today());
  const [opened, setOpened] = useState(false);
  const [showsWrong, setShowsWrong] = useState(false);
  useReadability(input, wrong);

  useKeys([{ keys: 'f2', does: uiText.keys.date }]);

  function read(typed: string): void {
    const { written: next } = readTypedDate(typed, limits, today());
    const date = readIsoDate(next);
    setText(typed, next, date ?? '');
    setShowsWrong(false);
    if (next !== written) onChange(date, next);
  }

  function settle(): void {
    afterPress(() => setShowsWrong(true));
    if (wrong === undefined) setText(showWrittenDate(written), given);
    props.onBlur?.();
  }

  function pick(date: IsoDate): void {
    setText(formatDate(date), date);
    if (date !== written) onChange(date, date);
    close();
  }

  function close(): void {
    setOpened(false);
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && opened) {
      // Closes the calendar, but not the dialog that may contain the field.
      event.preventDefault();
      setOpened(false);
    }
    if (event.key !== 'F2' || props.disabled) return;
    event.preventDefault();
    setOpened(true);
  }

  return (
    // Rendered in place because a portal would be behind a dialog, and fixed so that no container clips it.
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      withRoles={false}
      withinPortal={false}
      floatingStrategy="fixed"
    >
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
          error={(showsWrong ? wrong : undefined) ?? error}
          value={text}
          onChange={(event) => read(event.currentTarget.value)}
          onBlur={settle}
          onInvalid={() => setShowsWrong(true)}
          onKeyDown={onKeyDown}
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
            <Calendar value={readIsoDate(given)} onPick={pick} min={min} max={max} />
          </Suspense>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}

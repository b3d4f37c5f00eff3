import '@mantine/dates/styles.css';
import { DatePicker } from '@mantine/dates';
import { useEffect, useRef } from 'react';
import { dateInIndia, readIsoDate, type IsoDate } from '#domain/dates.ts';
import { uiText } from '#web/texts/ui.ts';

interface CalendarProps {
  value: IsoDate | null;
  onPick: (date: IsoDate) => void;
  min?: IsoDate | undefined;
  max?: IsoDate | undefined;
}

/** A month to pick a day from; weeks begin on Monday. Loaded only when a calendar is opened. */
export function Calendar({ value, onPick, min, max }: CalendarProps) {
  const root = useRef<HTMLDivElement>(null);
  const shown = value ?? dateInIndia(Date.now());
  useEffect(() => {
    const days = root.current?.querySelectorAll<HTMLElement>('[data-day]:not(:disabled)');
    const current = [...(days ?? [])].find((day) => day.dataset['day'] === shown);
    current?.focus();
    // Only when the calendar opens: later moves belong to the user.
  }, []);

  return (
    <DatePicker
      ref={root}
      value={value}
      defaultDate={shown}
      {...(min ? { minDate: min } : {})}
      {...(max ? { maxDate: max } : {})}
      size="sm"
      highlightToday
      getDayProps={(day) => ({ 'data-day': day })}
      ariaLabels={{
        nextMonth: uiText.date.nextMonth,
        previousMonth: uiText.date.previousMonth,
        nextYear: uiText.date.nextYear,
        previousYear: uiText.date.previousYear,
        nextDecade: uiText.date.nextDecade,
        previousDecade: uiText.date.previousDecade,
        monthLevelControl: uiText.date.chooseLevel,
        yearLevelControl: uiText.date.chooseLevel,
      }}
      onChange={(picked) => {
        const date = picked === null ? value : readIsoDate(picked);
        if (date) onPick(date);
      }}
    />
  );
}

import '@mantine/dates/styles.css';
import { FocusTrap } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { readIsoDate, type IsoDate } from '#domain/dates.ts';
import { uiText } from '#web/texts/ui.ts';
import { today } from './today.ts';

interface CalendarProps {
  value: IsoDate | null;
  onPick: (date: IsoDate) => void;
  min?: IsoDate | undefined;
  max?: IsoDate | undefined;
}

/** A month calendar to pick a day; weeks begin on Monday. The code is loaded when a calendar is first opened. */
export function Calendar({ value, onPick, min, max }: CalendarProps) {
  const shown = value ?? today();
  return (
    <FocusTrap>
      <DatePicker
        value={value}
        defaultDate={shown}
        {...(min ? { minDate: min } : {})}
        {...(max ? { maxDate: max } : {})}
        size="sm"
        highlightToday
        hideOutsideDates
        weekendDays={[]}
        getDayProps={(day) => ({ 'data-autofocus': day === shown || undefined })}
        ariaLabels={{
          nextMonth: uiText.date.nextMonth,
          previousMonth: uiText.date.previousMonth,
          nextYear: uiText.date.nextYear,
          previousYear: uiText.date.previousYear,
          nextDecade: uiText.date.nextDecade,
          previousDecade: uiText.date.previousDecade,
        }}
        onChange={(picked) => {
          const date = picked === null ? value : readIsoDate(picked);
          if (date) onPick(date);
        }}
      />
    </FocusTrap>
  );
}

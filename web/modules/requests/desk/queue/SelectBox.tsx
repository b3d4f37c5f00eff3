import { Checkbox } from '@mantine/core';
import type { RequestRow } from '#contract/requests/desk.ts';
import { deskText } from '#web/texts/desk.ts';

interface SelectBoxProps {
  row: RequestRow;
  isSelected: boolean;
  /** False if the request does not wait for the step any more. */
  canSelect: boolean;
  onToggle: (row: RequestRow) => void;
}

/** Selects a request for an approval together with others. */
export function SelectBox({ row, isSelected, canSelect, onToggle }: SelectBoxProps) {
  return (
    <Checkbox
      size="xs"
      aria-label={deskText.queue.select(row.srno)}
      // The row is the tab stop, and X selects it.
      tabIndex={-1}
      checked={isSelected && canSelect}
      disabled={!canSelect}
      onChange={() => onToggle(row)}
    />
  );
}

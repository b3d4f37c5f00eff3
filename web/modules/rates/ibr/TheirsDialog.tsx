import { Button, Group } from '@mantine/core';
import { formatDateTime } from '#domain/dates.ts';
import { readRate } from '#domain/rates/ibr.ts';
import { ProblemNotice } from '#web/patterns/problem/QueryState.tsx';
import { ibrText } from '#web/texts/ibr.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { CompareTable } from './CompareTable.tsx';
import { useLoggedList } from './ibr.ts';
import { ratesOf } from './rates.ts';
import type { Entry, Theirs } from './useEntry.ts';

const text = ibrText.stale;

interface TheirsDialogProps {
  list: Theirs;
  entry: Entry;
  /** The action on the user's own rates; omitted if the user may not overwrite. */
  mine?: { readonly label: string; readonly run: () => void } | undefined;
}

/** Another user has saved today's rates meanwhile: shows who, when and what, before anything is overwritten. */
export function TheirsDialog({ list, entry, mine }: TheirsDialogProps) {
  const { data: theirs, error } = useLoggedList(list.srno);
  const typed = Object.fromEntries(
    Object.entries(entry.rates).map(([isd, rate]) => [isd, readRate(rate) ?? '']),
  );
  return (
    <Dialog opened onClose={entry.theirs.close} title={text.title} width="lg">
      <p>{text.text(list.by, formatDateTime(Date.parse(list.at)))}</p>
      <ProblemNotice error={error} />
      {theirs === undefined ? null : (
        <CompareTable
          label={text.look}
          lines={entry.rows}
          first={{ head: text.theirs, rates: ratesOf(theirs) }}
          second={{ head: text.mine, rates: typed }}
          onlyDifferences
        />
      )}
      <Group justify="flex-end" gap={24} mt={16}>
        {mine === undefined ? null : (
          <Button color="refused" variant="outline" onClick={mine.run}>
            {mine.label}
          </Button>
        )}
        <Button
          data-autofocus
          onClick={() => {
            if (theirs !== undefined) entry.theirs.take(list, ratesOf(theirs));
          }}
        >
          {text.take}
        </Button>
      </Group>
    </Dialog>
  );
}

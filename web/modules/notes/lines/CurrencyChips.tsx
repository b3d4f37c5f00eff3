import { Button } from '@mantine/core';
import { use } from 'react';
import { notesText } from '#web/texts/notes.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import { byCurrency, byExecutive, keyOf, type Line } from './line.ts';
import styles from './Lines.module.css';
import { SelectionContext } from './useSelection.ts';

const text = notesText.lines;

/** Selects all lines of a currency, or all lines; a second press deselects them. */
export function CurrencyChips({ lines, hasMore }: { lines: readonly Line[]; hasMore: boolean }) {
  if (lines.length === 0) return null;
  const currencies = byCurrency(lines);
  return (
    <div className={styles.chips} role="group" aria-label={text.byCurrency}>
      {currencies.length > 1 ? (
        <Chip lines={lines}>
          {text.all} {text.count(lines.length, hasMore)}
        </Chip>
      ) : null}
      {currencies.map(({ isd, flag, lines: count }) => (
        <Chip key={isd} lines={lines.filter((line) => line.isd === isd)}>
          <CurrencyName code={isd} flag={flag} /> {text.count(count, hasMore)}
        </Chip>
      ))}
    </div>
  );
}

/** Selects all lines that name the same delivery executive; absent if they name fewer than two. */
export function ExecutiveChips({ lines, hasMore }: { lines: readonly Line[]; hasMore: boolean }) {
  const executives = byExecutive(lines);
  if (executives.length < 2) return null;
  return (
    <div className={styles.chips} role="group" aria-label={text.byExecutive}>
      {executives.map(({ code, name, lines: own }) => (
        <Chip key={code} lines={own}>
          {name} {text.count(own.length, hasMore)}
        </Chip>
      ))}
    </div>
  );
}

function Chip({ lines, children }: { lines: readonly Line[]; children: React.ReactNode }) {
  const { keys, set } = use(SelectionContext);
  const own = lines.map(keyOf);
  const count = own.filter((key) => keys.has(key)).length;
  const isAll = count === own.length;
  return (
    <Button
      size="compact-sm"
      variant={isAll ? 'light' : 'default'}
      aria-pressed={isAll ? true : count > 0 ? 'mixed' : false}
      onClick={() => set(own, !isAll)}
    >
      <span className={styles.chip}>{children}</span>
    </Button>
  );
}

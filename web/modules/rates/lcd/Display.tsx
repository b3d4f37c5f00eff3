import { Button } from '@mantine/core';
import { formatDateTime } from '#domain/dates.ts';
import { CARD_NOT_AVAILABLE, type DisplayView } from '#domain/rates/card.ts';
import { cardsText, lengthOfTime } from '#web/texts/cards.ts';
import { Board } from './Board.tsx';
import { DisplayControls } from './DisplayControls.tsx';
import styles from './Display.module.css';
import { forgetDisplay, type StoredDisplay } from './storedDisplay.ts';
import { useDisplayRefresh, type Trouble } from './useDisplayRefresh.ts';
import { MINUTE_MS, useMinute } from './useMinute.ts';
import { useWakeLock } from './useWakeLock.ts';

const text = cardsText.lcd;

interface DisplayProps {
  view: DisplayView;
  display: StoredDisplay;
}

/** A wall display: it needs no session and runs until it is revoked. */
export function Display({ view, display }: DisplayProps) {
  return display.isEnded ? (
    <Ended view={view} />
  ) : (
    <Running key={display.key} view={view} display={display} />
  );
}

function Ended({ view }: { view: DisplayView }) {
  return (
    <main className={styles.plain}>
      <h1>{text.ended}</h1>
      <p>{text.endedText}</p>
      <Button onClick={() => forgetDisplay(view)}>{text.setUp}</Button>
    </main>
  );
}

const whyOf = (trouble: Trouble) => (trouble === 'away' ? text.away : text.empty);

function Running({ view, display }: DisplayProps) {
  const { rows, refreshedAt } = display;
  const trouble = useDisplayRefresh(view, display.entityId, display.key);
  const minute = useMinute();
  useWakeLock();
  const controls = <DisplayControls view={view} srno={display.srno} />;
  const [first, ...others] = rows;
  if (first === undefined)
    return (
      <main className={styles.plain}>
        <h1>{trouble === 'empty' ? CARD_NOT_AVAILABLE : text.board}</h1>
        <p role="status">{trouble === null ? text.loading : whyOf(trouble)}</p>
        {controls}
      </main>
    );
  const age = lengthOfTime(minute - Math.floor(refreshedAt / MINUTE_MS));
  return (
    <Board
      rows={[first, ...others]}
      view={view}
      now={minute * MINUTE_MS}
      warning={trouble === null ? null : `${whyOf(trouble)} ${text.stale(age, formatDateTime(refreshedAt))}`}
      controls={controls}
    />
  );
}

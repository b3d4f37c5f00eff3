import { Button } from '@mantine/core';
import { IconMapPin, IconPhone } from '@tabler/icons-react';
import type { QueueRow } from '#contract/home/queue.ts';
import { isSaleRow, mapAddress } from './stop.ts';
import { homeText } from '#web/texts/home.ts';
import type { QueueItemProps } from './QueueItem.tsx';
import { actionOf, whyOf } from './rowAction.ts';
import { RowLines } from './RowLines.tsx';
import styles from './Stop.module.css';

const text = homeText.stop;
const ICON = { size: 20, 'aria-hidden': true } as const;

/** One stop of a delivery executive. The next stop is open; the others show their place, telephone and map. */
export function StopItem({ isNext, ...props }: QueueItemProps & { isNext: boolean }) {
  return isNext ? <NextStop {...props} /> : <LaterStop {...props} />;
}

function NextStop({ id, kind, row, onFocus, onAct, isActive }: QueueItemProps) {
  const { stop } = row;
  return (
    <li className={styles.next}>
      <div className={styles.ink}>
        <p className={styles.who}>{text.next(row.name, isSaleRow(row))}</p>
        <p className={styles.notes}>
          <RowLines row={row} />
        </p>
        <p className={styles.state} id={`${id}-why`}>
          {whyOf(kind, row).why}
        </p>
      </div>
      <div className={styles.body}>
        <p className={styles.address}>{stop?.address || text.noAddress}</p>
        {stop?.hint ? <p className={styles.hint}>{stop.hint}</p> : null}
        <div className={styles.ways}>
          <Ways row={row} isWide />
        </div>
        <Button
          id={id}
          className={styles.main}
          tabIndex={isActive ? 0 : -1}
          aria-describedby={`${id}-why`}
          onFocus={onFocus}
          onClick={onAct}
        >
          {actionOf(kind, row).label}
        </Button>
      </div>
    </li>
  );
}

function LaterStop({ id, kind, row, onFocus, onAct, isActive }: QueueItemProps) {
  return (
    <li className={styles.later} data-active={isActive}>
      <div className={styles.what}>
        <p className={styles.name}>{row.name}</p>
        <RowLines row={row} />
        <p className={styles.hint}>{row.stop?.address || text.noAddress}</p>
        <p className={styles.hint} id={`${id}-why`}>
          {whyOf(kind, row).why}
        </p>
        <Button
          id={id}
          size="compact-md"
          variant="default"
          tabIndex={isActive ? 0 : -1}
          aria-describedby={`${id}-why`}
          onFocus={onFocus}
          onClick={onAct}
        >
          {actionOf(kind, row).label}
          <span className="visually-hidden"> {row.name}</span>
        </Button>
      </div>
      <div className={styles.round}>
        <Ways row={row} />
      </div>
    </li>
  );
}

/** The telephone and the map. A stop without a number or an address has no such link. */
function Ways({ row: { name, stop }, isWide = false }: { row: QueueRow; isWide?: boolean }) {
  if (stop === undefined) return null;
  const map = mapAddress(stop);
  return (
    <>
      {stop.mobile === '' ? null : (
        <a className={styles.way} href={`tel:${stop.mobile}`} aria-label={text.callName(name)}>
          <IconPhone {...ICON} /> {isWide ? text.call : null}
        </a>
      )}
      {map === null ? null : (
        <a className={styles.way} href={map} target="_blank" rel="noreferrer" aria-label={text.mapName(name)}>
          <IconMapPin {...ICON} /> {isWide ? text.map : null}
        </a>
      )}
    </>
  );
}

import { Button } from '@mantine/core';
import { IconAlertCircle, IconArrowRight, IconDeviceFloppy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FlashCurrency, FlashDenomination } from '#contract/flash/currencies.ts';
import { LINE_CHOICES, LINE_STATUSES, TYPED_CURRENCY, type LineStatus } from '#domain/flash/codes.ts';
import { NOT_COUNTED } from '#domain/flash/texts.ts';
import { isZero } from '#domain/money.ts';
import { formatAmount } from '#domain/numbers.ts';
import { QueryFailed } from '#web/patterns/problem/QueryState.tsx';
import { flashText } from '#web/texts/flash.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import type { FaceCounts } from '#web/ui/denominations/counts.ts';
import { FaceRows } from '#web/ui/denominations/FaceRows.tsx';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { bottomBar, topBar } from '#web/ui/stickyBars.ts';
import { differenceWords, flagOf } from '../difference.ts';
import { denominationsQuery } from '../flashQueries.ts';
import { AnotherFace } from './AnotherFace.tsx';
import styles from './Count.module.css';
import { InrStock } from './InrStock.tsx';
import { isUsable, NotCurrent } from './NotCurrent.tsx';
import { useCount } from './useCount.ts';
import type { TypedCount } from './useLineWrites.ts';
import { heldWords, transitWords, unexplained } from './words.ts';

const text = flashText.count;
const FACES = 'flash-faces';
const MAX_DIGITS = 7;

export interface CountPanelProps {
  srno: number;
  line: FlashCurrency;
  /** The name of the audit, which a phone shows while its head is hidden. */
  audit: string;
  /** The place of the currency, from 1, and the number of currencies. */
  place: readonly [number, number];
  previous: FlashCurrency | undefined;
  next: FlashCurrency | undefined;
  mayChange: boolean;
  /** Whether this count waits to be sent; not if it was refused. */
  isQueued: boolean;
  /** Called when the user types. */
  onType: () => void;
  /** Sends the count. `forget` is called once it is saved. */
  onSave: (line: FlashCurrency, count: TypedCount, forget: () => void) => void;
  onStatus: (line: FlashCurrency, status: LineStatus) => void;
  onStock: (line: FlashCurrency, amount: string) => void;
  onOpen: (line: FlashCurrency) => void;
  onClose: () => void;
}

/** The count of one currency beside the list, note by note. Give it a key by line. */
export function CountPanel(props: CountPanelProps) {
  const { srno, line, audit, place, previous, next, onOpen, onClose } = props;
  const query = useQuery({
    ...denominationsQuery(srno, line.srno),
    // A currency without notes has nothing to wait for, so that counting goes on at once.
    ...(line.faces === 0 ? { initialData: [], initialDataUpdatedAt: 0 } : {}),
  });
  useKeys([{ keys: 'escape', does: flashText.currency.keys.back, run: onClose }]);
  return (
    <SidePanel
      label={text.label(line.isd)}
      title={
        <span className={styles.title}>
          <CurrencyName code={line.isd} name={line.isdName} flag={flagOf(line.isd)} />
        </span>
      }
      place={text.place(...place)}
      previous={{ label: text.previous, onPress: previous && (() => onOpen(previous)) }}
      next={{ label: text.next, onPress: next && (() => onOpen(next)) }}
      close={{ label: text.close, onPress: onClose }}
    >
      <p className={styles.audit}>{audit}</p>
      {query.data === undefined || !isUsable(query.error) ? (
        <QueryFailed
          title={text.failed}
          error={query.error}
          onRetry={query.refetch}
          waiting={<div aria-busy className={styles.waiting} />}
        />
      ) : (
        <>
          <NotCurrent error={query.error} />
          <Count
            {...props}
            saved={query.data}
            isCurrent={query.isFetchedAfterMount || (line.faces === 0 && query.data.length === 0)}
          />
        </>
      )}
    </SidePanel>
  );
}

interface CountProps extends CountPanelProps {
  saved: readonly FlashDenomination[];
  /** Whether the saved count is as new as its currency, and not from an earlier opening. */
  isCurrent: boolean;
}

function Count({ srno, line, next, mayChange, saved, isCurrent, isQueued, ...acts }: CountProps) {
  const count = useCount(srno, line, saved, isCurrent);
  const { counts, seen, version, isChanged } = count;
  useEffect(() => document.querySelector<HTMLElement>(`#${FACES} input`)?.focus(), []);

  function type(typed: FaceCounts): void {
    acts.onType();
    count.change(typed);
  }
  function save(): void {
    if (isChanged) acts.onSave(line, { counts, seen, version }, count.forget);
  }
  function saveAndGoOn(): void {
    save();
    if (next === undefined) acts.onClose();
    else acts.onOpen(next);
  }
  useKeys(mayChange ? [{ keys: 'ctrl+enter', does: text.save, run: save }] : []);

  return (
    <>
      <Figures line={line} count={count} />
      {line.isd === TYPED_CURRENCY && mayChange ? (
        <div className={styles.stock}>
          <InrStock
            key={line.reportValue}
            label={text.report}
            isLabelShown
            value={line.reportValue}
            onSave={(amount) => acts.onStock(line, amount)}
          />
        </div>
      ) : null}
      <FaceRows
        id={FACES}
        isd={line.isd}
        faces={count.faces}
        value={counts}
        maxDigits={MAX_DIGITS}
        onChange={mayChange ? type : undefined}
        onEnd={saveAndGoOn}
      />
      {mayChange ? (
        <>
          <AnotherFace counts={counts} onAdd={type} />
          <StatusChoice line={line} onStatus={(status) => acts.onStatus(line, status)} />
          <footer ref={bottomBar} className={styles.foot}>
            <span className={styles.kept} role="status">
              {isChanged ? (
                <>
                  <IconDeviceFloppy size={14} aria-hidden /> {isQueued ? text.queuedHere : text.kept}
                </>
              ) : null}
            </span>
            <Button variant="default" className={styles.back ?? ''} onClick={acts.onClose}>
              {text.back}
            </Button>
            <ActionButton
              className={styles.save ?? ''}
              onPress={save}
              disabledBecause={isChanged ? undefined : text.unchanged}
              rightSection={
                <span className={styles.keys} aria-hidden>
                  <Keys keys="ctrl+enter" />
                </span>
              }
            >
              {text.save}
            </ActionButton>
            {next === undefined ? null : (
              <Button
                className={styles.saveNext ?? ''}
                rightSection={<IconArrowRight size={18} aria-hidden />}
                onClick={saveAndGoOn}
              >
                {text.saveNext(next.isd)}
              </Button>
            )}
          </footer>
        </>
      ) : null}
    </>
  );
}

/** The difference before anything is counted. */
const UNKNOWN = { amount: flashText.currency.notKnown, way: '' } as const;

interface FiguresProps {
  line: FlashCurrency;
  count: Pick<ReturnType<typeof useCount>, 'isBlank' | 'actual' | 'difference'>;
}

/** What the books say, what is counted, and the difference, which follows every key. On a phone it stays on top. */
function Figures({ line, count: { isBlank, actual, difference } }: FiguresProps) {
  const { amount, way } = isBlank ? UNKNOWN : differenceWords(difference);
  const isWrong = !isBlank && !isZero(unexplained(difference, line.inTransit));
  const transit = isBlank ? '' : transitWords(difference, line.inTransit);
  return (
    <div ref={topBar} className={styles.figures}>
      <dl className={styles.three}>
        <div>
          <dt>{text.report}</dt>
          <dd>{formatAmount(line.reportValue)}</dd>
        </div>
        <div>
          <dt>{text.actual}</dt>
          <dd>{isBlank ? NOT_COUNTED : formatAmount(actual)}</dd>
        </div>
        <div data-wrong={isWrong || undefined} data-difference>
          <dt>{text.difference}</dt>
          <dd aria-live="polite">
            {amount} {way === '' ? null : <small>{way}</small>}
          </dd>
        </div>
      </dl>
      {line.inVault === '' ? null : (
        <p className={styles.held}>
          <span>
            {text.vault} <b>{heldWords(line.inVault)}</b>
          </span>
          <span>
            {text.executives} <b>{heldWords(line.withExecutives)}</b>
          </span>
          <span>
            {text.transit} <b>{heldWords(line.inTransit)}</b>
          </span>
        </p>
      )}
      {transit === '' ? null : (
        <p className={styles.transit} data-wrong={isWrong || undefined}>
          {isWrong ? <IconAlertCircle size={16} aria-hidden /> : null}
          {transit}
        </p>
      )}
    </div>
  );
}

interface StatusChoiceProps {
  line: FlashCurrency;
  onStatus: (status: LineStatus) => void;
}

/** The status where the list is hidden, because the count takes its place. */
function StatusChoice({ line, onStatus }: StatusChoiceProps) {
  const [name] = useState(`flash-status-${line.srno}`);
  return (
    <fieldset className={styles.status}>
      <legend>{text.status}</legend>
      {LINE_STATUSES.map((status) => (
        <label key={status} data-chosen={line.status === status || undefined} data-status={status}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={line.status === status}
            onChange={() => onStatus(status)}
          />
          {LINE_CHOICES[status]}
        </label>
      ))}
    </fieldset>
  );
}

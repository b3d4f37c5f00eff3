import { IconAlertCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { FlashCurrency } from '#contract/flash/currencies.ts';
import type { FlashHeader } from '#contract/flash/flash.ts';
import { LINE_CHOICES, TYPED_CURRENCY, type LineStatus } from '#domain/flash/codes.ts';
import { isCounted } from '#domain/flash/counted.ts';
import { QueryFailed } from '#web/patterns/problem/QueryState.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { flashText } from '#web/texts/flash.ts';
import { KeyBar } from '#web/ui/KeyBar.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { DataTable, type TableHandle } from '#web/ui/table/DataTable.tsx';
import { useLatest } from '#web/ui/useLatest.ts';
import { isPassing, StaleError, userMessage } from '#web/wire/problems.ts';
import { useSession } from '#web/wire/session.ts';
import { denominationsQuery, refreshFlash } from '../flashQueries.ts';
import type { FlashAddress } from '../useFlashAddress.ts';
import { columnsOf } from './columns.tsx';
import { CountPanel } from './CountPanel.tsx';
import styles from './Currency.module.css';
import { FillCurrencies } from './FillCurrencies.tsx';
import { InrStock } from './InrStock.tsx';
import { isUsable, NotCurrent } from './NotCurrent.tsx';
import type { Counts } from './useCounts.ts';
import type { TypedCount } from './useLineWrites.ts';
import { isWaiting } from './useUnsentCounts.ts';

const text = flashText.currency;
const ROW_HEIGHT = 44;
const keyOf = (line: FlashCurrency) => String(line.srno);

interface CurrencyTabProps {
  header: FlashHeader;
  query: {
    readonly data: readonly FlashCurrency[] | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  mayChange: boolean;
  address: FlashAddress;
  counts: Counts;
}

/** What the books say and what was counted, currency by currency. */
export function CurrencyTab({ header, query, mayChange, address, counts }: CurrencyTabProps) {
  const client = useQueryClient();
  if (!header.isFilled && query.data?.length === 0)
    return mayChange ? (
      <FillCurrencies
        header={header}
        onFilled={(words) => {
          counts.setNews(words);
          void refreshFlash(client, header.srno);
        }}
      />
    ) : (
      <Notice meaning="info">{flashText.fill.none}</Notice>
    );
  if (query.data === undefined || !isUsable(query.error))
    return (
      <QueryFailed
        title={text.failed}
        error={query.error}
        onRetry={query.refetch}
        waiting={<div aria-busy />}
      />
    );
  return (
    <>
      <NotCurrent error={query.error} />
      <Currencies
        header={header}
        lines={query.data}
        mayChange={mayChange}
        address={address}
        counts={counts}
      />
    </>
  );
}

interface CurrenciesProps {
  header: FlashHeader;
  lines: readonly FlashCurrency[];
  mayChange: boolean;
  address: FlashAddress;
  counts: Counts;
}

function Currencies({
  header,
  lines,
  mayChange,
  address,
  counts: { writes, queue, news, setNews, reloads, showSaved },
}: CurrenciesProps) {
  const { srno } = header;
  const client = useQueryClient();
  const table = useRef<TableHandle>(null);
  const [modal, showProblem, showMessage] = useProblem();
  const showsNumbers = useSession()?.srno === 1;
  const index = lines.findIndex(({ isd }) => isd === address.counted);
  const open = lines[index];
  const next = lines[index + 1];
  const isOpen = open !== undefined;
  const isQueued = queue.unsent.some((each) => isWaiting(each) && each.cnsrno === open?.srno);

  // Counting goes on without a wait.
  useEffect(() => {
    if (isOpen && next !== undefined && isCounted(next))
      client.query(denominationsQuery(srno, next.srno)).catch(() => undefined);
  }, [client, srno, isOpen, next]);

  // The keys work as soon as the tab is open.
  const first = lines[0];
  const hasOpened = useRef(false);
  useEffect(() => {
    if (hasOpened.current) return;
    hasOpened.current = true;
    const at = document.activeElement;
    if (!isOpen && first !== undefined && (at === null || at === document.body))
      table.current?.focusRow(keyOf(first));
  }, [isOpen, first]);

  const count = useLatest((line: FlashCurrency) => address.count(line.isd));
  function close(): void {
    address.count(null);
    if (open !== undefined) table.current?.focusRow(keyOf(open));
  }

  async function save(line: FlashCurrency, typed: TypedCount, forget: () => void) {
    setNews('');
    queue.drop(line.srno);
    try {
      await writes.saveCount(line.srno, typed);
      forget();
      setNews(flashText.count.saved(line.isd));
    } catch (error) {
      if (isPassing(error)) {
        queue.keep(line, typed);
        setNews(flashText.count.queued(line.isd));
        return;
      }
      // What was typed is kept, and is there again when the currency is opened.
      address.count(line.isd);
      if (error instanceof StaleError) {
        forget();
        showSaved(line.srno);
        showMessage(flashText.count.changed(error.changedBy));
        return;
      }
      const message = userMessage(error);
      if (message !== null) showMessage(flashText.count.refused(line.isd, message), '#flash-faces');
    }
  }
  async function saveStatus(line: FlashCurrency, status: LineStatus): Promise<void> {
    setNews('');
    try {
      await writes.setStatus(line.srno, status);
      setNews(flashText.transactions.saved(line.isd, LINE_CHOICES[status]));
    } catch (error) {
      showProblem(error);
    }
  }
  async function saveStock(line: Pick<FlashCurrency, 'srno'>, amount: string): Promise<void> {
    setNews('');
    try {
      await writes.setStock(line.srno, amount);
      setNews(text.stockSaved);
    } catch (error) {
      showProblem(error);
    }
  }
  const setStatus = useLatest((line: FlashCurrency, status: LineStatus) => void saveStatus(line, status));
  const setStock = useLatest(
    (line: Pick<FlashCurrency, 'srno'>, amount: string) => void saveStock(line, amount),
  );

  const columns = useMemo(
    () =>
      columnsOf({
        mayChange,
        isOpen,
        showsNumbers,
        onCount: count,
        onStatus: setStatus,
        onStock: setStock,
      }),
    [mayChange, isOpen, showsNumbers, count, setStatus, setStock],
  );
  const hasTyped = lines.some(({ isd }) => isd === TYPED_CURRENCY);
  return (
    <div className={styles.tab} data-counting={isOpen || undefined}>
      <DataTable
        tableId="flash-currencies"
        label={text.table}
        columns={columns}
        rows={lines}
        rowKey={keyOf}
        rowHeight={ROW_HEIGHT}
        onOpen={count}
        rowKeys={
          mayChange
            ? [
                { keys: 'k', does: text.keys.ok, run: (line) => setStatus(line, 'O') },
                { keys: 'd', does: text.keys.discrepancy, run: (line) => setStatus(line, 'D') },
              ]
            : []
        }
        handle={table}
        filters={<Progress lines={lines} news={news} />}
        filtersFirst
        marked={open === undefined ? undefined : keyOf(open)}
        side={
          open === undefined ? null : (
            <CountPanel
              key={`${open.srno} ${reloads[open.srno] ?? 0}`}
              srno={srno}
              line={open}
              audit={flashText.record.title(header.branchName, header.date)}
              place={[index + 1, lines.length]}
              previous={lines[index - 1]}
              next={next}
              mayChange={mayChange}
              isQueued={isQueued}
              onType={() => {
                // What was refused can be read until it is saved again.
                if (isQueued) queue.drop(open.srno);
              }}
              onSave={(...given) => void save(...given)}
              onStatus={setStatus}
              onStock={setStock}
              onOpen={count}
              onClose={close}
            />
          )
        }
        empty={{ title: flashText.fill.none }}
        maxHeight="calc(100dvh - 372px)"
      />
      {hasTyped || !mayChange ? null : (
        <div className={styles.missing}>
          {text.noStock}
          <InrStock label={text.stock} value="" onSave={(amount) => setStock({ srno: 0 }, amount)} />
        </div>
      )}
      <p className={styles.about}>{text.about}</p>
      {modal}
      <KeyBar
        keys={[
          { keys: 'arrows', does: text.keys.move },
          { keys: 'enter', does: text.keys.count },
          ...(mayChange
            ? [
                { keys: 'k', does: text.keys.ok },
                { keys: 'd', does: text.keys.discrepancy },
                { keys: 'ctrl+enter', does: text.keys.save },
              ]
            : []),
          { keys: 'escape', does: text.keys.back },
        ]}
      />
    </div>
  );
}

interface ProgressProps {
  lines: readonly FlashCurrency[];
  /** The result of the last action. */
  news: string;
}

/** How many currencies are counted, and how many do not agree. */
function Progress({ lines, news }: ProgressProps) {
  const counted = lines.filter(isCounted).length;
  const wrong = lines.filter(({ status }) => status === 'D').length;
  return (
    <div className={styles.bar}>
      <span className={styles.progress}>
        {text.progress(counted, lines.length)}
        <progress value={counted} max={Math.max(1, lines.length)} aria-hidden />
      </span>
      {wrong === 0 ? null : (
        <span className={styles.wrong}>
          <IconAlertCircle size={16} aria-hidden /> {text.discrepancies(wrong)}
        </span>
      )}
      <span role="status" className={styles.news}>
        {news}
      </span>
    </div>
  );
}

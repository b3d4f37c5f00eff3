import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FlashCurrency } from '#contract/flash/currencies.ts';
import { setFlashStatus, type FlashHeader } from '#contract/flash/flash.ts';
import type { FlashTransaction } from '#contract/flash/transactions.ts';
import { isCounted } from '#domain/flash/counted.ts';
import { FLASH_FLOW, whyReadOnly } from '#domain/flash/flash.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { RecordScreen } from '#web/patterns/record/RecordScreen.tsx';
import { flashText } from '#web/texts/flash.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { StatusPick } from '#web/ui/StatusPick.tsx';
import type { Tab } from '#web/ui/Tabs.tsx';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { call, makeSubmission } from '#web/wire/call.ts';
import { CurrencyTab } from '../currency/CurrencyTab.tsx';
import { UnsentCounts } from '../currency/UnsentCounts.tsx';
import { useCounts } from '../currency/useCounts.ts';
import { isWaiting } from '../currency/useUnsentCounts.ts';
import { flashCurrenciesQuery, flashTransactionsQuery, refreshFlash } from '../flashQueries.ts';
import { FlashBadge } from '../statusBadge.tsx';
import { TransactionsTab } from '../transactions/TransactionsTab.tsx';
import type { FlashAddress, FlashTab } from '../useFlashAddress.ts';
import { factsOf } from './facts.ts';
import styles from './FlashRecord.module.css';

const text = flashText.record;

interface FlashRecordProps {
  header: FlashHeader;
  address: FlashAddress;
  mayAdd: boolean;
}

/** One flash audit: its head with the status and its Save, and its two tabs. */
export function FlashRecord({ header, address, mayAdd }: FlashRecordProps) {
  const { srno } = header;
  const client = useQueryClient();
  const currencies = useQuery(flashCurrenciesQuery(srno));
  const transactions = useQuery(flashTransactionsQuery(srno));
  const counts = useCounts(srno, currencies.data !== undefined);
  const readOnly = whyReadOnly(header.status, mayAdd);
  const mayChange = readOnly === null;
  /** The chosen status; null while it is the stored one. */
  const [chosen, setChosen] = useState<FlashHeader['status'] | null>(null);
  const [isClosing, setClosing] = useState(false);
  const [news, setNews] = useState('');
  const [submission] = useState(makeSubmission);
  const [modal, showProblem] = useProblem();
  const status = chosen ?? header.status;
  const isChanged = status !== header.status;
  const waiting = counts.queue.unsent.filter(isWaiting);

  const { working, run } = useSingleRun(async () => {
    const audit = { status, srno };
    try {
      await call(setFlashStatus, { audit }, { idempotencyKey: submission.keyFor([audit, header.version]) });
      submission.done();
    } catch (error) {
      showProblem(error);
      return;
    }
    await refreshFlash(client, srno);
    setChosen(null);
    setNews(text.saved(FLASH_FLOW.words[status]));
  });

  return (
    <div className={styles.record} data-counting={address.counted === null ? undefined : true}>
      <RecordScreen
        back={{ label: text.back, onBack: address.close }}
        title={text.title(header.branchName, header.date)}
        badge={<FlashBadge status={header.status} />}
        facts={factsOf(header)}
        actions={
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => address.showReport(true)}
          >
            {text.report}
          </Button>
        }
        status={
          mayChange ? (
            <StatusPick
              label={text.status}
              states={FLASH_FLOW.choices(header.status, { mayAdd })}
              words={FLASH_FLOW.words}
              value={status}
              onChange={(state) => {
                setNews('');
                setChosen(state);
              }}
            />
          ) : undefined
        }
        save={
          mayChange
            ? {
                onSave: () => (status === 'C' ? setClosing(true) : run()),
                isWorking: working,
                disabledBecause: !isChanged
                  ? text.unchanged
                  : status === 'C' && waiting.length > 0
                    ? text.close.waiting(waiting.map(({ isd }) => isd))
                    : undefined,
                unsaved: isChanged ? text.notSaved : news === '' ? undefined : news,
              }
            : undefined
        }
        readOnlyBecause={readOnly}
        above={<UnsentCounts unsent={counts.queue.unsent} onDrop={counts.queue.drop} />}
        tabs={{ label: text.tabs, all: tabsOf(currencies.data, transactions.data), open: address.tab }}
        onTab={(tab) => {
          counts.setNews('');
          address.setTab(tab);
        }}
      >
        {address.tab === 'currency' ? (
          <CurrencyTab
            header={header}
            query={currencies}
            mayChange={mayChange}
            address={address}
            counts={counts}
          />
        ) : (
          <TransactionsTab srno={srno} query={transactions} mayChange={mayChange} />
        )}
      </RecordScreen>
      <ConfirmModal
        opened={isClosing}
        title={text.close.title}
        confirm={text.close.confirm}
        danger
        onConfirm={run}
        onClose={() => setClosing(false)}
      >
        <p>{text.close.text}</p>
        <OpenWork currencies={currencies.data ?? []} transactions={transactions.data ?? []} />
      </ConfirmModal>
      {modal}
    </div>
  );
}

function tabsOf(
  currencies: readonly FlashCurrency[] | undefined,
  transactions: readonly FlashTransaction[] | undefined,
): readonly Tab<FlashTab>[] {
  const counted = currencies?.filter(isCounted).length ?? 0;
  const all = currencies?.length ?? 0;
  return [
    {
      id: 'currency',
      label: text.tab.currency,
      ...(all === 0 ? {} : counted === all ? { isComplete: true } : { count: `${counted}/${all}` }),
    },
    {
      id: 'transactions',
      label: text.tab.transactions,
      count:
        transactions === undefined || transactions.length === 0 ? undefined : String(transactions.length),
    },
  ];
}

interface OpenWorkProps {
  currencies: readonly FlashCurrency[];
  transactions: readonly FlashTransaction[];
}

/** What is still open in a flash audit that is about to be closed. */
function OpenWork({ currencies, transactions }: OpenWorkProps) {
  const undecided = currencies.filter(({ status }) => status === '').length;
  const discrepancies = [
    ...currencies.filter(({ status }) => status === 'D'),
    ...transactions.filter(({ status }) => status === 'D'),
  ];
  const words = text.close.open(
    currencies.filter((line) => !isCounted(line)).map(({ isd }) => isd),
    undecided,
    discrepancies.filter(({ answerStatus }) => answerStatus !== 'O').length,
  );
  return words === '' ? null : <p>{words}</p>;
}

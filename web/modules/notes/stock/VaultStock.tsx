import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { branchStock, type StockRow } from '#contract/notes/stock.ts';
import { call } from '#web/wire/call.ts';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import { useScreenRights } from '#web/wire/rights.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { notesText } from '#web/texts/notes.ts';
import { uiText } from '#web/texts/ui.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { NOTES_KEY } from '../lines/useLines.ts';
import { News } from '../News.tsx';
import { useBranchChoice } from '../useBranchChoice.ts';
import { useHolders } from '../useHolders.ts';
import { EnterStock } from './EnterStock.tsx';
import { matrixOf } from './matrix.ts';
import { Movements } from './Movements.tsx';
import styles from './Stock.module.css';
import { StockMatrix, type StockCell } from './StockMatrix.tsx';

const text = notesText.stock;
/** Represents an empty holder code in the address. */
const TRANSIT = '-';

/** Branch and open movements are in the address. */
function useStockAddress() {
  const { params, change } = useAddress();
  const { hasChoice, only } = useBranchChoice();
  const holder = params.get('holder');
  const isd = params.get('isd');
  const shown: StockCell | null =
    holder === null || isd === null ? null : { holder: holder === TRANSIT ? '' : holder, isd };
  return {
    hasChoice,
    branch: params.get('branch') ?? only,
    shown,
    setBranch: (branch: string | null) => change({ branch, holder: null, isd: null }, { replace: false }),
    show: (next: StockCell | null) =>
      change(
        { holder: next === null ? null : next.holder === '' ? TRANSIT : next.holder, isd: next?.isd },
        { replace: false },
      ),
  };
}

const nameOf = (stock: readonly StockRow[], code: string): string =>
  code === '' ? text.transit : (stock.find(({ holder }) => holder === code)?.holderName ?? code);

/** The stock of a branch by currency, the movements behind each figure, and manual stock entries. */
export function VaultStock() {
  const { hasChoice, branch, shown, setBranch, show } = useStockAddress();
  const { data: rights } = useScreenRights('VAULTSTOCK');
  const [isEntering, setEntering] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const query = useQuery({
    queryKey: [NOTES_KEY, 'stock', branch],
    enabled: branch !== null,
    refetchOnWindowFocus: 'always',
    queryFn: async ({ signal }) =>
      (await call(branchStock, { search: { branch: branch ?? '' } }, { signal })).reply,
  });
  const { data } = query;
  const { vault } = useHolders(branch);
  const mayEnter = rights?.edit === true && branch !== null;
  const enter = () => {
    setDone(null);
    setEntering(true);
  };
  useKeys([
    ...(mayEnter ? [{ keys: 'alt+c', does: text.enter, run: enter }] : []),
    ...(shown === null ? [] : [{ keys: 'escape', does: uiText.keys.back, run: () => show(null) }]),
  ]);
  const enterButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} disabled={data === undefined} onClick={enter}>
      {text.enter}
    </Button>
  );

  return (
    <>
      <PageHeader title={text.title} detail={text.detail} primary={mayEnter ? enterButton : null} />
      {hasChoice ? (
        <div className={`${styles.pick} no-print`}>
          <BranchPicker label={notesText.branch} value={branch} onChange={setBranch} />
        </div>
      ) : null}
      {done === null ? null : <News>{done}</News>}
      {branch === null ? (
        <EmptyState title={text.chooseTitle} text={text.chooseText} />
      ) : (
        <QueryState query={query} failed={text.failed} waiting={<div className={styles.busy} aria-busy />}>
          {(stock) =>
            stock.length === 0 ? (
              <EmptyState title={text.emptyTitle} text={mayEnter ? text.emptyText : text.emptyReadText} />
            ) : (
              <div className={styles.desk} data-beside={shown !== null || undefined}>
                <StockMatrix vault={vault} stock={matrixOf(stock)} shown={shown} onShow={show} />
                {shown === null ? null : (
                  <Movements
                    key={`${shown.holder} ${shown.isd}`}
                    branch={branch}
                    shown={shown}
                    name={nameOf(stock, shown.holder)}
                    mayReverse={rights?.edit === true}
                    onDone={setDone}
                    onClose={() => show(null)}
                  />
                )}
              </div>
            )
          }
        </QueryState>
      )}
      {isEntering && branch !== null && data !== undefined ? (
        <EnterStock
          branch={branch}
          stock={data}
          isd={shown?.isd ?? null}
          onDone={setDone}
          onClose={() => setEntering(false)}
        />
      ) : null}
    </>
  );
}

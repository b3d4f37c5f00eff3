import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { branchStock, type StockRow } from '#contract/notes/stock.ts';
import { call } from '#web/app/call.ts';
import { sayable } from '#web/app/problems.ts';
import { useScreenRights } from '#web/app/rights.ts';
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
import { StockMatrix, type Shown } from './StockMatrix.tsx';

const text = notesText.stock;
/** In the address, where an empty code could not stand. */
const TRANSIT = '-';

/** Branch and the movements that are open live in the address. */
function useStockAddress() {
  const { params, change } = useAddress();
  const { hasChoice, only } = useBranchChoice();
  const holder = params.get('holder');
  const isd = params.get('isd');
  const shown: Shown | null =
    holder === null || isd === null ? null : { holder: holder === TRANSIT ? '' : holder, isd };
  return {
    hasChoice,
    branch: params.get('branch') ?? only,
    shown,
    setBranch: (branch: string | null) => change({ branch, holder: null, isd: null }, { replace: false }),
    show: (next: Shown | null) =>
      change(
        { holder: next === null ? null : next.holder === '' ? TRANSIT : next.holder, isd: next?.isd },
        { replace: false },
      ),
  };
}

const nameOf = (stock: readonly StockRow[], code: string): string =>
  code === '' ? text.transit : (stock.find(({ holder }) => holder === code)?.holdername ?? code);

/** What a branch holds, currency by currency; the movements behind each figure; stock entered by hand. */
export function VaultStock() {
  const { hasChoice, branch, shown, setBranch, show } = useStockAddress();
  const { data: rights } = useScreenRights('VAULTSTOCK');
  const [isEntering, setEntering] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [NOTES_KEY, 'stock', branch],
    enabled: branch !== null,
    refetchOnWindowFocus: 'always',
    queryFn: async ({ signal }) =>
      (await call(branchStock, { search: { srchBranch: branch ?? '' } }, { signal })).reply,
  });
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
  const said = error === null ? null : sayable(error);
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
      ) : said !== null ? (
        <EmptyState
          title={text.failed}
          text={said}
          action={<Button onClick={() => void refetch()}>{uiText.common.retry}</Button>}
        />
      ) : data === undefined ? (
        <div className={styles.busy} aria-busy />
      ) : data.length === 0 ? (
        <EmptyState title={text.emptyTitle} text={mayEnter ? text.emptyText : text.emptyReadText} />
      ) : (
        <div className={styles.desk} data-beside={shown !== null || undefined}>
          <StockMatrix vault={vault} stock={matrixOf(data)} shown={shown} onShow={show} />
          {shown === null ? null : (
            <Movements
              key={`${shown.holder} ${shown.isd}`}
              branch={branch}
              shown={shown}
              name={nameOf(data, shown.holder)}
              mayReverse={rights?.edit === true}
              onDone={setDone}
              onClose={() => show(null)}
            />
          )}
        </div>
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

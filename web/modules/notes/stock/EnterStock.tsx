import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { enterStock, type StockRow } from '#contract/notes/stock.ts';
import { mandatoryMessage } from '#domain/messages.ts';
import { compareExact, exact, isZero, readExact, subtractExact, type Exact } from '#domain/money.ts';
import { facesOf } from '#domain/notes/faces.ts';
import { MAX_REASON_CHARS } from '#domain/notes/notes.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { call, makeSubmission } from '#web/wire/call.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { CurrencyPicker } from '#web/pickers/CurrencyPicker.tsx';
import { notesText } from '#web/texts/notes.ts';
import { uiText } from '#web/texts/ui.ts';
import { sumOf, type FaceCounts } from '#web/ui/denominations/counts.ts';
import { FaceCount } from '#web/ui/denominations/FaceCount.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextAreaField } from '#web/ui/Field.tsx';
import { focusOn } from '#web/ui/MessageModal.tsx';
import { MoneyInput } from '#web/ui/MoneyInput.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { isReadable } from '#web/ui/readable.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import folds from '../denominations/LineCounts.module.css';
import { useNotesRefresh } from '../lines/useLines.ts';
import { inVault } from './matrix.ts';
import styles from './Stock.module.css';

const text = notesText.entry;
const COUNTED = '[name="stock-counted"]';

interface EnterStockProps {
  branch: string;
  stock: readonly StockRow[];
  /** The currency that is shown. */
  isd: string | null;
  onDone: (msg: string) => void;
  onClose: () => void;
}

/** Opening or corrected stock of the vault: the counted quantity beside the ledger's quantity. */
export function EnterStock({ branch, stock, isd: given, onDone, onClose }: EnterStockProps) {
  const [isd, setIsd] = useState(given);
  const ledgerOf = (currency: string | null) => (currency === null ? null : inVault(stock, currency));
  const ledger = ledgerOf(isd);
  /** The basis of the count: the ledger's quantity as shown, even if the ledger has changed since. */
  const [seen, setSeen] = useState(ledger);
  /** The ledger's quantity before it changed while the form was open. */
  const [outdated, setOutdated] = useState<string | null>(null);
  const [counted, setCounted] = useState('');
  const [reason, setReason] = useState('');
  const [faces, setFaces] = useState<FaceCounts>({});
  const [isAsked, setAsked] = useState(false);
  const [message, showProblem] = useProblem();
  const [submission] = useState(makeSubmission);
  const refresh = useNotesRefresh();
  useEffect(() => focusOn(given === null ? '#stock-isd' : COUNTED), [given]);
  const difference = seen === null ? null : differenceOf(counted, seen);
  const isSame = difference !== null && isZero(difference);
  const missing = (isMissing: boolean, label: string) =>
    isAsked && isMissing ? mandatoryMessage([label]) : undefined;

  const { working, run } = useSingleRun(async () => {
    const record = { branch, isd: isd ?? '', counted, seen: seen ?? '0', reason: reason.trim() };
    try {
      const { reply } = await call(enterStock, { record }, { idempotencyKey: submission.keyFor(record) });
      submission.done();
      await refresh();
      onDone(text.saved(record.isd, reply.msg));
      onClose();
    } catch (error) {
      showProblem(error, COUNTED);
      void refresh();
    }
  });

  // A count of the previous stock, set against the new quantity, would also post the movements in between.
  if (!working && ledger !== null && seen !== null && compareExact(exact(ledger), exact(seen)) !== 0) {
    setOutdated(seen);
    setSeen(ledger);
    setCounted('');
    setFaces({});
    setAsked(false);
  }

  function submit(form: HTMLFormElement): void {
    setAsked(true);
    if (isd === null) focusOn('#stock-isd');
    else if (counted === '') focusOn(COUNTED);
    else if (reason.trim() === '') focusOn('#stock-reason');
    else if (isReadable(form) && !isSame) run();
  }

  return (
    <Dialog opened onClose={onClose} title={text.title}>
      <form
        noValidate
        className={styles.entry}
        onSubmit={(event) => {
          event.preventDefault();
          submit(event.currentTarget);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event.currentTarget);
        }}
      >
        <CurrencyPicker
          id="stock-isd"
          label={text.currency}
          required
          openOnFocus={false}
          value={isd}
          onChange={(next) => {
            setIsd(next);
            setSeen(ledgerOf(next));
            setOutdated(null);
            setFaces({});
          }}
          error={missing(isd === null, text.currency)}
        />
        <MoneyInput
          name="stock-counted"
          label={text.counted}
          required
          value={counted}
          onChange={setCounted}
          error={missing(counted === '', text.counted)}
        />
        {outdated === null || seen === null ? null : (
          <Notice meaning="waiting" live>
            {text.ledgerChanged(formatQuantity(outdated), formatQuantity(seen))}
          </Notice>
        )}
        {seen === null ? null : <Difference seen={seen} difference={difference} />}
        {isd === null ? null : (
          <details className={folds.fold}>
            <summary>{text.byFace(isd)}</summary>
            <FaceCount
              isd={isd}
              faces={facesOf(isd)}
              quantity={null}
              value={faces}
              onChange={(next) => {
                setFaces(next);
                setCounted(sumOf(next));
              }}
            />
          </details>
        )}
        <TextAreaField
          id="stock-reason"
          label={text.reason}
          required
          maxLength={MAX_REASON_CHARS}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={isAsked && reason.trim() === '' ? uiText.confirm.reasonMissing : undefined}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose} disabled={working}>
            {uiText.common.cancel}
          </Button>
          <Button type="submit" loading={working} disabled={isSame}>
            {text.save}
          </Button>
        </Group>
      </form>
      {message}
    </Dialog>
  );
}

/** Returns null while the counted quantity is empty or cannot be parsed. */
function differenceOf(counted: string, seen: string): Exact | null {
  const [now, before] = [readExact(counted), readExact(seen)];
  return now === null || before === null ? null : subtractExact(now, before);
}

function Difference({ seen, difference }: { seen: string; difference: Exact | null }) {
  return (
    <dl className={styles.difference}>
      <div>
        <dt>{text.ledger}</dt>
        <dd>{formatQuantity(seen)}</dd>
      </div>
      <div>
        <dt>{text.difference}</dt>
        <dd role="status">
          {difference === null
            ? ''
            : isZero(difference)
              ? text.same
              : `${difference.startsWith('-') ? '' : '+'}${formatQuantity(difference)}`}
        </dd>
      </div>
    </dl>
  );
}

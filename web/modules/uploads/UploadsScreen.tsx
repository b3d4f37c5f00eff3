import { useEffect, useRef, useState } from 'react';
import { downloadWrongCells, listWrongCells, type BatchRow } from '#contract/uploads/uploads.ts';
import type { WrongCell } from '#contract/sheets.ts';
import { UPLOAD_KINDS, type UploadKind } from '#domain/uploads/kinds.ts';
import { WrongCells } from '#web/patterns/import/WrongCells.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { uploadsText as text } from '#web/texts/uploads.ts';
import { KeyBar } from '#web/ui/KeyBar.tsx';
import { useKeys } from '#web/ui/keys.ts';
import type { ShowMessage } from '#web/ui/MessageModal.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { History } from './History.tsx';
import { problemOf, useSendings, type Sendings } from './sendings.ts';
import { actionsId, UploadCard } from './UploadCard.tsx';
import { ReplaceQuestion } from './ReplaceQuestion.tsx';
import styles from './Uploads.module.css';
import { useBatches, type Batches } from './useBatches.ts';

/** A refused sheet with the first of its wrong cells. */
interface WrongSheet {
  readonly batch: number;
  readonly file: string;
  readonly rows: number;
  readonly cells: readonly WrongCell[];
  readonly count: number;
}

/** The sheets that head office uploads: three cards, the rows to correct, and the history. */
export function UploadsScreen() {
  const mayAdd = useScreenRights('UPLOADDATA').data?.add === true;
  const sendings = useSendings();
  const { rows, table } = useBatches(sendings.isSending);
  const [opened, setOpened] = useState<WrongSheet | null>(null);
  const [message, showProblem, showMessage] = useProblem();
  useToldProblems(sendings, showMessage);
  const onProblem = (error: unknown) => void showProblem(error);
  const refused = useRefusedSheet(sendings);
  const wrong = opened ?? refused.sheet;

  async function open(row: BatchRow): Promise<void> {
    if (row.errorCount === 0) return;
    try {
      const { reply } = await call(listWrongCells, { batch: { batch: row.srno } });
      setOpened({
        batch: row.srno,
        file: row.fileName,
        rows: row.rows,
        cells: reply.cells,
        count: reply.count,
      });
    } catch (error) {
      onProblem(error);
    }
  }

  return (
    <>
      <PageHeader title={text.title} detail={text.detail} />
      {mayAdd ? <Cards sendings={sendings} batches={rows} onProblem={onProblem} /> : null}
      {wrong === null ? null : (
        <div className={styles.part}>
          <WrongCells
            key={wrong.batch}
            title={text.wrong.title}
            about={text.wrong.about(wrong.file, wrong.count, wrong.rows)}
            cells={wrong.cells}
            count={wrong.count}
            onDownload={() =>
              download(downloadWrongCells, { batch: { batch: wrong.batch } }).catch(onProblem)
            }
            onClose={() => {
              if (opened === null) refused.hide();
              setOpened(null);
            }}
          />
        </div>
      )}
      <History
        table={table}
        marked={wrong?.batch ?? null}
        onOpen={(row) => void open(row)}
        onProblem={onProblem}
      />
      <KeyBar
        keys={[
          ...(mayAdd ? UPLOAD_KINDS.map((kind) => ({ keys: kind, does: text.keys[kind] })) : []),
          { keys: '/', does: text.keys.filter },
          { keys: 'enter', does: text.keys.open },
        ]}
      />
      {UPLOAD_KINDS.map((kind) => (
        <ReplaceQuestion key={kind} kind={kind} sendings={sendings} />
      ))}
      {message}
    </>
  );
}

/** Says what went wrong while the page is open. The cards keep it, also for those who come back to the page. */
function useToldProblems(sendings: Sendings, show: ShowMessage): void {
  const states = UPLOAD_KINDS.map((kind) => sendings.of(kind));
  const told = useRef(states);
  useEffect(() => {
    const at = states.findIndex((state, kind) => state !== told.current[kind] && problemOf(state) !== '');
    told.current = states;
    const [state, kind] = [states[at], UPLOAD_KINDS[at]];
    if (state !== undefined && kind !== undefined) show(problemOf(state), `#${actionsId(kind)}`);
  });
}

/** The wrong cells of the sheet that was refused last, until the user closes them. */
function useRefusedSheet(sendings: Sendings) {
  const [hidden, setHidden] = useState<number | null>(null);
  const sheets = UPLOAD_KINDS.map((kind) => sendings.of(kind)).flatMap((sending): WrongSheet[] =>
    sending.is === 'refused' && sending.reply.errorcount > 0
      ? [
          {
            batch: sending.reply.batch,
            file: sending.file.name,
            rows: sending.reply.rows,
            cells: sending.reply.errors,
            count: sending.reply.errorcount,
          },
        ]
      : [],
  );
  const sheet = sheets.sort((a, b) => b.batch - a.batch)[0] ?? null;
  return {
    sheet: sheet === null || sheet.batch === hidden ? null : sheet,
    hide: () => setHidden(sheet?.batch ?? null),
  };
}

interface CardsProps {
  sendings: Sendings;
  batches: Batches;
  onProblem: (error: unknown) => void;
}

function Cards({ sendings, batches, onProblem }: CardsProps) {
  const cards = useRef<Partial<Record<UploadKind, HTMLElement | null>>>({});
  useKeys(
    UPLOAD_KINDS.map((kind) => ({
      keys: kind.toLowerCase(),
      does: text.keys[kind],
      // The first button of a drop area opens the window in which the file is picked.
      run: () => cards.current[kind]?.querySelector<HTMLElement>('input[type=file]')?.click(),
    })),
  );
  return (
    <div className={styles.cards} role="group" aria-label={text.sheets}>
      {UPLOAD_KINDS.map((kind) => {
        const sending = sendings.of(kind);
        return (
          <UploadCard
            key={kind}
            ref={(card) => {
              cards.current[kind] = card;
            }}
            kind={kind}
            sendings={sendings}
            reading={batches?.find(
              (batch) =>
                batch.kind === kind &&
                batch.state === 'reading' &&
                sending.is === 'sending' &&
                batch.fileName === sending.file.name,
            )}
            onProblem={onProblem}
          />
        );
      })}
    </div>
  );
}

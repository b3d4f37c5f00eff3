import { useRef, useState } from 'react';
import { listWrongCells, type BatchRow } from '#contract/uploads/uploads.ts';
import { nameMonths } from '#domain/uploads/batches.ts';
import { UPLOAD_KINDS, type UploadKind } from '#domain/uploads/kinds.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { uploadsText as text } from '#web/texts/uploads.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { KeyBar } from '#web/ui/KeyBar.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { call } from '#web/wire/call.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { History } from './History.tsx';
import { useSendings, type Sendings } from './sendings.ts';
import { UploadCard } from './UploadCard.tsx';
import styles from './Uploads.module.css';
import { useBatches, type Batches } from './useBatches.ts';
import { WrongCells, type WrongSheet } from './WrongCells.tsx';

/** The sheets that head office uploads: three cards, the rows to correct, and the history. */
export function UploadsScreen() {
  const mayAdd = useScreenRights('UPLOADDATA').data?.add === true;
  const sendings = useSendings();
  const { rows, table } = useBatches(sendings.isSending);
  const [opened, setOpened] = useState<WrongSheet | null>(null);
  const [message, showProblem] = useProblem();
  const onProblem = (error: unknown) => void showProblem(error);
  const refused = useRefusedSheet(sendings);
  const wrong = opened ?? refused.sheet;

  async function open(row: BatchRow): Promise<void> {
    if (row.bat_errorcount === 0) return;
    try {
      const { reply } = await call(listWrongCells, { batch: { batch: row.bat_srno } });
      setOpened({
        batch: row.bat_srno,
        file: row.bat_filename,
        rows: row.bat_rows,
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
        <WrongCells
          key={wrong.batch}
          sheet={wrong}
          onProblem={onProblem}
          onClose={() => {
            if (opened === null) refused.hide();
            setOpened(null);
          }}
        />
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
                batch.bat_kind === kind &&
                batch.bat_state === 'reading' &&
                sending.is === 'sending' &&
                batch.bat_filename === sending.file.name,
            )}
            onProblem={onProblem}
          />
        );
      })}
    </div>
  );
}

/** Asks before a sheet takes the place of another one. */
function ReplaceQuestion({ kind, sendings }: { kind: UploadKind; sendings: Sendings }) {
  const sending = sendings.of(kind);
  const isAsked = sending.is === 'covered';
  return (
    <ConfirmModal
      opened={isAsked}
      title={text.replace.title}
      confirm={text.replace.confirm}
      onConfirm={() => sendings.send(kind, 1)}
      onClose={() => {
        if (sendings.of(kind).is === 'covered' && isAsked) sendings.choose(kind, sending.file);
      }}
    >
      {isAsked ? (
        <p className={styles.question}>{text.replace.text(nameMonths(sending.reply.covered))}</p>
      ) : null}
      <p className={styles.question}>{text.replace.about}</p>
    </ConfirmModal>
  );
}

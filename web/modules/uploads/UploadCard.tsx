import { Button } from '@mantine/core';
import { IconFileSpreadsheet, IconUpload, IconX } from '@tabler/icons-react';
import { useEffect, useRef, type Ref } from 'react';
import { sheetTemplate, type BatchRow } from '#contract/uploads/uploads.ts';
import { KINDS, type UploadKind } from '#domain/uploads/kinds.ts';
import { headingsOf } from '#domain/uploads/rows.ts';
import { uploadsText as text } from '#web/texts/uploads.ts';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import { IconButton } from '#web/ui/documents/DocumentTable.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { download } from '#web/wire/download.ts';
import type { Sending, Sendings } from './sendings.ts';
import styles from './Uploads.module.css';

interface UploadCardProps {
  kind: UploadKind;
  sendings: Sendings;
  /** The batch of this kind that is being read, if there is one. */
  reading: BatchRow | undefined;
  onProblem: (error: unknown) => void;
  ref?: Ref<HTMLElement>;
}

/** Where the buttons of a card are. */
export const actionsId = (kind: UploadKind): string => `upload-${kind}`;

/** One kind of sheet: its template, the chosen file, how far it is, and what became of it. */
export function UploadCard({ kind, sendings, reading, onProblem, ref }: UploadCardProps) {
  const { title } = KINDS[kind];
  const sending = sendings.of(kind);
  const action = useRef<HTMLDivElement>(null);
  const shown = useRef(sending.is);
  useEffect(() => {
    if (shown.current === sending.is) return;
    shown.current = sending.is;
    // The pressed button is gone, and the focus with it.
    if (document.activeElement === document.body) action.current?.querySelector('button')?.focus();
  }, [sending.is]);

  return (
    <section ref={ref} className={styles.card} aria-label={title} data-state={sending.is}>
      <div className={styles.cardHead}>
        <h2 className={styles.cardTitle}>{title}</h2>
        <button
          type="button"
          className={styles.template}
          aria-label={text.templateOf(title)}
          onClick={() => void download(sheetTemplate, { sheet: { kind } }).catch(onProblem)}
        >
          {text.template}
        </button>
      </div>
      <p className={styles.columns}>{headingsOf(kind).join(', ')}</p>
      <div className={styles.cardBody}>
        <CardFile kind={kind} sending={sending} sendings={sendings} reading={reading} />
      </div>
      <div ref={action} id={actionsId(kind)} className={styles.cardActions}>
        <CardAction kind={kind} sending={sending} sendings={sendings} />
      </div>
    </section>
  );
}

interface CardPartProps {
  kind: UploadKind;
  sending: Sending;
  sendings: Sendings;
}

function CardFile({ kind, sending, sendings, reading }: CardPartProps & { reading: BatchRow | undefined }) {
  const drop = (label: string) => (
    <FileDrop
      label={label}
      hint={text.hint}
      accepts={['xlsx', 'xls']}
      onFile={(file) => sendings.choose(kind, file)}
    />
  );
  if (sending.is === 'choosing')
    return (
      <>
        {drop(text.choose)}
        {sending.refusal === null ? null : (
          <Notice meaning="refused" live>
            {sending.refusal}
          </Notice>
        )}
      </>
    );
  const { file } = sending;
  const isSending = sending.is === 'sending';
  return (
    <>
      <div className={styles.file}>
        <IconFileSpreadsheet size={20} aria-hidden />
        <div className={styles.fileWords}>
          <span className={styles.fileName}>{file.name}</span>{' '}
          <span className={styles.quiet}>{shownSize(file.size)}</span>
          {isSending ? <Progress part={sending.part} reading={reading} /> : null}
        </div>
        {isSending ? null : (
          <IconButton label={text.takeOff(file.name)} onPress={() => sendings.takeOff(kind)}>
            <IconX size={16} aria-hidden />
          </IconButton>
        )}
      </div>
      <CardOutcome sending={sending} />
      {sending.is === 'refused' ? drop(text.chooseCorrected) : null}
      {sending.is === 'done' ? drop(text.chooseOther) : null}
    </>
  );
}

function CardOutcome({ sending }: { sending: Sending }) {
  if (sending.is === 'failed' || sending.is === 'cancelled')
    return (
      <Notice meaning="refused" live>
        {sending.is === 'failed' ? sending.why : text.cancelled}
      </Notice>
    );
  if (sending.is === 'refused' || sending.is === 'covered')
    return (
      <Notice meaning="refused" live>
        {text.failed(sending.reply.error, sending.reply.message)}
      </Notice>
    );
  return sending.is === 'done' ? (
    <Notice meaning="done" live>
      {text.stored(sending.reply.message, sending.reply.rows)}
    </Notice>
  ) : null;
}

/** First how much of the file was sent, then what the server says of the batch. */
function Progress({ part, reading }: { part: number; reading: BatchRow | undefined }) {
  const isSent = part >= 1;
  const isCounted = isSent && reading !== undefined && reading.rows > 0;
  const words = !isSent
    ? text.sending(Math.floor(part * 100))
    : reading === undefined
      ? text.checking
      : text.progress(reading.phase, reading.doneRows, reading.rows);
  const value = isSent ? (isCounted ? reading.doneRows / reading.rows : undefined) : part;
  return (
    <>
      <progress
        className={styles.progress}
        aria-label={words}
        max={1}
        {...(value === undefined ? {} : { value })}
      />
      <span className={styles.quiet}>
        {words} {isSent ? text.mayLeave : ''}
      </span>
    </>
  );
}

function CardAction({ kind, sending, sendings }: CardPartProps) {
  if (sending.is === 'sending')
    return (
      <Button variant="default" onClick={() => sendings.cancel(kind)}>
        {text.cancel}
      </Button>
    );
  return (
    <Button
      variant={sending.is === 'chosen' ? 'filled' : 'default'}
      leftSection={<IconUpload size={16} aria-hidden />}
      onClick={() => sendings.send(kind)}
    >
      {text.upload}
    </Button>
  );
}

const KILOBYTE = 1024;
const shownSize = (bytes: number): string =>
  bytes < KILOBYTE * KILOBYTE
    ? `${Math.ceil(bytes / KILOBYTE)} KB`
    : `${(bytes / KILOBYTE / KILOBYTE).toFixed(1)} MB`;

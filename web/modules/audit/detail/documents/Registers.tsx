import { IconCircle, IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { AuditDocument } from '#contract/audit/audit.ts';
import { deleteRegister, downloadAuditFile, ledgerRegister } from '#contract/audit/registers.ts';
import { FORMAT_WORDS, FORMATS, monthOfYear, type Format } from '#domain/audit/codes.ts';
import { AUDIT_TEXTS } from '#domain/audit/texts.ts';
import { formatDecimal } from '#domain/numbers.ts';
import { WrongCells } from '#web/patterns/import/WrongCells.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { auditDetailText } from '#web/texts/audit.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { IconButton } from '#web/ui/documents/DocumentTable.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { momentOf } from '#web/ui/when.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import type { AuditTabProps } from '../auditTab.ts';
import figures from '../Figures.module.css';
import { FetchRegister } from './FetchRegister.tsx';
import styles from './Registers.module.css';
import { UploadRegister, type FoundCells } from './UploadRegister.tsx';

const text = auditDetailText.documents;

interface RegistersProps extends AuditTabProps {
  mayDelete: boolean;
}

/** The registers FLM3 to FLM6 of the month, and those of the ledger. */
export function Registers({ detail, mayChange, mayDelete, onChanged }: RegistersProps) {
  const { header, registers: documents, missingFormats: missing } = detail;
  const srno = header.srno;
  const { isFetched } = header;
  const [news, setNews] = useState('');
  const [odd, setOdd] = useState<FoundCells | null>(null);
  const [deleting, setDeleting] = useState<Format | null>(null);
  const [modal, showProblem] = useProblem();

  function come(words: string, cells: FoundCells | null = null): void {
    setNews(words);
    setOdd(cells);
    onChanged();
  }

  async function remove(format: Format): Promise<void> {
    try {
      const { reply } = await call(deleteRegister, { register: { audit: srno, type: 'FLM', format } });
      come(reply.message === '' ? text.removed(format) : reply.message);
    } catch (error) {
      showProblem(error);
    }
  }

  const formats = missing.flatMap(({ value }) => FORMATS.filter((format) => format === value));
  const adding = { srno, formats, month: monthOfYear(header.year, header.month), onDone: come };
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <div>
          <PlainTable label={text.label} className={figures.table}>
            <thead>
              <tr>
                <th scope="col">{text.register}</th>
                <th scope="col" className={styles.holds}>
                  {text.holds}
                </th>
                <th scope="col" className="number">
                  {text.transactions}
                </th>
                <th scope="col">{text.state}</th>
                <th scope="col" className={styles.when}>
                  {text.when}
                </th>
                <th scope="col" className="number">
                  {text.actions}
                </th>
              </tr>
            </thead>
            <tbody>
              {FORMATS.map((format) => (
                <RegisterRow
                  key={format}
                  format={format}
                  isFetched={isFetched}
                  document={documents.find(({ kind }) => kind === format)}
                  onDownload={({ srno, filename }) =>
                    download(downloadAuditFile, {
                      document: { srno, filename },
                    }).catch(showProblem)
                  }
                  onDelete={mayDelete ? () => setDeleting(format) : null}
                />
              ))}
            </tbody>
          </PlainTable>
          <div role="status" className={styles.told}>
            {news === '' ? null : <Notice meaning="done">{news}</Notice>}
          </div>
          {odd === null ? null : (
            <div className={styles.told}>
              <WrongCells
                title={text.odd}
                about={text.oddAbout(odd.file, odd.count)}
                cells={odd.cells}
                count={odd.count}
                meaning="waiting"
                onClose={() => setOdd(null)}
              />
            </div>
          )}
        </div>
        {!mayChange ? null : formats.length === 0 ? (
          <p className={figures.about}>{text.all}</p>
        ) : isFetched ? (
          <FetchRegister {...adding} />
        ) : (
          <UploadRegister {...adding} present={documents.map(({ kind }) => kind)} />
        )}
      </div>
      <Ledger srno={srno} onFailed={showProblem} />
      <ConfirmModal
        opened={deleting !== null}
        title={deleting === null ? '' : text.removeTitle(deleting)}
        confirm={text.removeConfirm}
        danger
        onConfirm={() => (deleting === null ? undefined : remove(deleting))}
        onClose={() => setDeleting(null)}
      >
        <p>{deleting === null ? '' : AUDIT_TEXTS.confirmDelete(deleting)}</p>
        <p className={figures.about}>{text.removeText(isFetched)}</p>
      </ConfirmModal>
      {modal}
    </div>
  );
}

interface RegisterRowProps {
  format: Format;
  isFetched: boolean;
  document: AuditDocument | undefined;
  onDownload: (document: AuditDocument) => unknown;
  /** Null for users who may not delete. */
  onDelete: (() => void) | null;
}

function RegisterRow({ format, isFetched, document, onDownload, onDelete }: RegisterRowProps) {
  return (
    <tr>
      <th scope="row" className={figures.strong}>
        {format}
      </th>
      <td className={styles.holds}>{FORMAT_WORDS[format]}</td>
      <td className="number">
        {document === undefined ? auditDetailText.figures.notKnown : formatDecimal(String(document.rows), 0)}
      </td>
      <td>
        {document === undefined ? (
          <span className={styles.missing}>
            <IconCircle size={14} aria-hidden />
            {isFetched ? text.notFetched : text.notUploaded}
          </span>
        ) : (
          <StatusBadge meaning="done">
            {document.origin === 'upload' ? text.uploadedState : text.fetched}
          </StatusBadge>
        )}
      </td>
      <td className={`${styles.when} ${figures.quiet}`}>
        {document === undefined ? '' : `${momentOf(document.uploadedAt)}, ${document.uploadedBy}`}
      </td>
      <td className="number">
        {document === undefined ? null : (
          <span className={styles.actions}>
            <IconButton label={text.download(format)} onPress={() => onDownload(document)}>
              <IconDownload size={16} aria-hidden />
            </IconButton>
            {onDelete === null ? null : (
              <IconButton label={text.remove(format)} onPress={onDelete}>
                <IconTrash size={16} aria-hidden />
              </IconButton>
            )}
          </span>
        )}
      </td>
    </tr>
  );
}

const LEDGER = ['FLM1', 'FLM8'] as const;

/** The registers that are made from the ledger of notes whenever somebody asks for them. */
function Ledger({ srno, onFailed }: { srno: number; onFailed: (error: unknown) => unknown }) {
  return (
    <aside className={styles.ledger} aria-label={text.ledger}>
      <h2 className={styles.title}>{text.ledger}</h2>
      <p className={figures.about}>{text.ledgerText}</p>
      {LEDGER.map((form) => (
        <div key={form} className={styles.form}>
          <span>
            <strong>{form}</strong> {text.ledgerRows[form].name}
            <span className={figures.about}>{text.ledgerRows[form].about}</span>
          </span>
          <ActionButton
            variant="default"
            aria-label={text.get(form)}
            leftSection={<IconDownload size={16} aria-hidden />}
            onPress={() => download(ledgerRegister, { register: { audit: srno, form } }).catch(onFailed)}
          >
            {form}
          </ActionButton>
        </div>
      ))}
    </aside>
  );
}

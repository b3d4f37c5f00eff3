import { ActionIcon } from '@mantine/core';
import { IconDownload, IconEye, IconTrash } from '@tabler/icons-react';
import type { EntityDocument } from '#contract/masters/entity.ts';
import { formatDateTime } from '#domain/dates.ts';
import { entityText } from '#web/texts/entity.ts';
import { kindOf } from '#web/ui/documentKind.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { Meaning } from '#web/ui/theme.ts';
import styles from './Entity.module.css';

const text = entityText.documents;
const MEANINGS: Readonly<Record<EntityDocument['status'], Meaning>> = {
  P: 'waiting',
  A: 'done',
  R: 'refused',
};
const at = (iso: string) => formatDateTime(Date.parse(iso));

interface DocumentTableProps {
  documents: readonly EntityDocument[];
  /** The one that is shown below. */
  shown: number | null;
  mayRemove: boolean;
  onView: (document: EntityDocument) => void;
  onDownload: (document: EntityDocument) => void;
  onRemove: (document: EntityDocument) => void;
}

/** The KYC and licence documents of an entity, each with what can be done with it. */
export function DocumentTable({ documents, shown, mayRemove, ...act }: DocumentTableProps) {
  return (
    <div className={styles.tableBox}>
      <table className={styles.table} aria-label={text.table}>
        <thead>
          <tr>
            <th scope="col">{text.columns.name}</th>
            <th scope="col">{text.columns.status}</th>
            <th scope="col">{text.columns.uploaded}</th>
            <th scope="col">
              <span className="visually-hidden">{text.columns.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <tr key={document.srno} aria-current={document.srno === shown || undefined}>
              <th scope="row">
                {document.name}
                <span className={styles.quiet}>{document.filename}</span>
              </th>
              <td>
                <StatusBadge meaning={MEANINGS[document.status]}>
                  {text.statuses[document.status]}
                </StatusBadge>
                {document.reason === '' ? null : <span className={styles.quiet}>{document.reason}</span>}
                {document.approvedat === '' ? null : (
                  <span className={styles.quiet}>{text.approvedAt(at(document.approvedat))}</span>
                )}
              </td>
              <td>
                {at(document.uploadedat)}
                <span className={styles.quiet}>{document.uploadedby}</span>
              </td>
              <td>
                <div className={styles.rowActions}>
                  {kindOf(document.filename) === 'other' ? null : (
                    <RowAction label={text.view(document.filename)} onPress={() => act.onView(document)}>
                      <IconEye size={16} aria-hidden />
                    </RowAction>
                  )}
                  <RowAction
                    label={text.download(document.filename)}
                    onPress={() => act.onDownload(document)}
                  >
                    <IconDownload size={16} aria-hidden />
                  </RowAction>
                  {mayRemove && document.status !== 'A' ? (
                    <RowAction label={text.remove(document.filename)} onPress={() => act.onRemove(document)}>
                      <IconTrash size={16} aria-hidden />
                    </RowAction>
                  ) : null}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RowAction({
  label,
  onPress,
  children,
}: {
  label: string;
  onPress: () => void;
  children: React.ReactNode;
}) {
  return (
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} onClick={onPress}>
      {children}
    </ActionIcon>
  );
}

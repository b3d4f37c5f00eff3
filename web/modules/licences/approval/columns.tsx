import { IconDownload, IconEye } from '@tabler/icons-react';
import type { LicenceDocument } from '#contract/licences/approval.ts';
import { dateInIndia, formatDate } from '#domain/dates.ts';
import { LICENCE_FLOW } from '#domain/licences/licences.ts';
import { licencesText as text } from '#web/texts/licences.ts';
import { kindOf } from '#web/ui/documentKind.ts';
import { IconButton } from '#web/ui/documents/DocumentTable.tsx';
import { LetterChip } from '#web/ui/LetterChip.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { STATUS_MEANING } from '../words.ts';
import styles from './Approval.module.css';

interface ColumnsOf {
  /** User number 1 sees the ids of entities. */
  readonly showsIds: boolean;
  /** Whether a document is open beside the list, so that there is less space. */
  readonly isOpen: boolean;
  readonly mayDecide: boolean;
  readonly onView: (row: LicenceDocument) => void;
  readonly onDownload: (row: LicenceDocument) => void;
  readonly onAsk: (row: LicenceDocument, status: 'A' | 'R') => void;
}

export function columnsOf(props: ColumnsOf): Column<LicenceDocument>[] {
  const { showsIds, isOpen, mayDecide, onView, onDownload, onAsk } = props;
  return [
    ...(showsIds
      ? [
          {
            id: 'entityid',
            header: text.columns.entityId,
            value: (row: LicenceDocument) => row.entityId,
            width: isOpen ? 68 : 84,
            phoneWidth: 60,
            hideable: false,
          },
        ]
      : []),
    {
      id: 'entity',
      header: text.columns.entity,
      value: (row) => row.entityName,
      width: isOpen ? 140 : 240,
      phoneWidth: showsIds ? 92 : 112,
    },
    {
      id: 'document',
      header: text.columns.document,
      value: (row) => row.kindName,
      width: isOpen ? 168 : 260,
      phoneWidth: showsIds ? 96 : 128,
    },
    {
      id: 'status',
      header: text.columns.status,
      value: (row) => row.statusName,
      width: 104,
      phoneWidth: 112,
      cell: (row) => <StatusBadge meaning={STATUS_MEANING[row.status]}>{row.statusName}</StatusBadge>,
    },
    ...(isOpen
      ? []
      : [
          {
            id: 'uploaded',
            header: text.columns.uploaded,
            value: (row: LicenceDocument) => formatDate(dateInIndia(Date.parse(row.uploadedAt))),
            width: 104,
            offPhone: true as const,
          },
        ]),
    {
      id: 'actions',
      header: text.columns.actions,
      value: () => '',
      width: mayDecide ? 136 : 80,
      offPhone: true,
      cell: (row) => (
        <span className={styles.actions}>
          {kindOf(row.filename) === 'other' ? (
            <span className={styles.noView} />
          ) : (
            <IconButton label={text.rowActions.view(row.kindName)} onPress={() => onView(row)}>
              <IconEye size={16} aria-hidden />
            </IconButton>
          )}
          <IconButton label={text.rowActions.download(row.kindName)} onPress={() => onDownload(row)}>
            <IconDownload size={16} aria-hidden />
          </IconButton>
          {mayDecide
            ? (['A', 'R'] as const).map((status) =>
                row.status !== status && LICENCE_FLOW.can(row.status, status, null).ok ? (
                  <LetterChip
                    key={status}
                    letter={status}
                    label={text.rowActions[status === 'A' ? 'approve' : 'reject'](row.kindName)}
                    onPress={() => onAsk(row, status)}
                  />
                ) : (
                  <span key={status} className={styles.noChip} aria-hidden>
                    {status}
                  </span>
                ),
              )
            : null}
        </span>
      ),
    },
  ];
}

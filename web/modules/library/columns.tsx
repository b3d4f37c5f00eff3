import { ActionIcon } from '@mantine/core';
import { IconDownload, IconEye, IconPencil } from '@tabler/icons-react';
import type { LibraryDocument } from '#contract/library/documents.ts';
import { formatDate, readIsoDate } from '#domain/dates.ts';
import { CATEGORY_WORDS } from '#domain/library/codes.ts';
import { markWords } from '#domain/library/snippet.ts';
import { libraryText as text } from '#web/texts/library.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { ExpiryBadge, expiryWords } from './ExpiryBadge.tsx';
import styles from './Library.module.css';

export const dateWords = (written: string): string => {
  const date = readIsoDate(written);
  return date === null ? text.none : formatDate(date);
};

export const categoryWords = ({ category, submittedTo }: LibraryDocument): string =>
  [CATEGORY_WORDS[category], submittedTo].filter((part) => part !== '').join(' · ');

const statusWords = ({ active, fileCount }: LibraryDocument): string => {
  if (!active) return text.inactive;
  return fileCount === 0 ? text.fileMissing : text.active;
};

interface RowActs {
  readonly onView: (row: LibraryDocument) => void;
  readonly onDownload: (row: LibraryDocument) => void;
  /** Undefined without the add right. */
  readonly onEdit: ((row: LibraryDocument) => void) | undefined;
}

interface ColumnsOf extends RowActs {
  /** Whether a document is open beside the list, so that only the first columns have space. */
  readonly isOpen: boolean;
  /** The search, whose words are marked where a file has them. */
  readonly search: string;
}

/** The columns of the list. Without the add right there is neither a status nor a way to edit. */
export function columnsOf({ isOpen, search, ...acts }: ColumnsOf): Column<LibraryDocument>[] {
  const mayAdd = acts.onEdit !== undefined;
  return [
    {
      id: 'name',
      header: text.columns.name,
      value: (row) => row.name,
      width: isOpen ? 256 : 300,
      phoneWidth: 168,
      hideable: false,
      cell: (row) => (
        <>
          <span className={styles.name} data-off={!row.active || undefined} title={row.name}>
            {row.name}
            {row.branch === '' ? null : <span className={styles.branch}> {row.branch}</span>}
          </span>
          <Snippet text={row.snippet ?? ''} search={search} />
        </>
      ),
    },
    {
      id: 'category',
      header: text.columns.category,
      value: categoryWords,
      width: isOpen ? 112 : 150,
      offPhone: true,
    },
    ...(isOpen
      ? []
      : [
          {
            id: 'dated',
            header: text.columns.dated,
            value: (row: LibraryDocument) => dateWords(row.dated),
            width: 92,
            offPhone: true as const,
          },
        ]),
    {
      id: 'expires',
      header: text.columns.expires,
      value: (row) => expiryWords(row.expires),
      width: isOpen ? 120 : 132,
      phoneWidth: 132,
      cell: (row) => <ExpiryBadge expires={row.expires} />,
    },
    ...(isOpen
      ? []
      : [
          {
            id: 'visible',
            header: text.columns.visible,
            value: (row: LibraryDocument) => (row.visible === 'U' ? text.unified : row.branchName),
            width: 132,
            offPhone: true as const,
          },
        ]),
    ...(mayAdd
      ? [
          {
            id: 'status',
            header: text.columns.status,
            value: statusWords,
            width: 116,
            offPhone: true as const,
            cell: (row: LibraryDocument) =>
              row.active && row.fileCount === 0 ? (
                <StatusBadge meaning="waiting">{text.fileMissing}</StatusBadge>
              ) : (
                statusWords(row)
              ),
          },
        ]
      : []),
    {
      id: 'actions',
      header: text.columns.actions,
      value: () => '',
      align: 'end',
      hideable: false,
      width: mayAdd ? 108 : 80,
      // On a phone a press opens the document, which has all of these.
      offPhone: true,
      cell: (row) => <RowIcons row={row} {...acts} />,
    },
  ];
}

/** Words of the file around those that were looked for. The file can have anything in it, so it is shown as text. */
function Snippet({ text: snippet, search }: { text: string; search: string }) {
  if (snippet === '') return null;
  return (
    <span className={styles.snippet} title={snippet}>
      {markWords(snippet, search).map(({ text: part, isMarked }, at) =>
        isMarked ? <mark key={at}>{part}</mark> : part,
      )}
    </span>
  );
}

function RowIcons({ row, onView, onDownload, onEdit }: RowActs & { row: LibraryDocument }) {
  const name = row.name;
  const hasFile = row.fileCount > 0;
  return (
    <span className={styles.icons}>
      <Icon label={text.view(name)} onPress={() => onView(row)}>
        <IconEye size={16} aria-hidden />
      </Icon>
      {hasFile ? (
        <Icon label={text.download(name)} onPress={() => onDownload(row)}>
          <IconDownload size={16} aria-hidden />
        </Icon>
      ) : null}
      {onEdit === undefined || !row.inReach ? null : (
        <Icon label={text.edit(name)} onPress={() => onEdit(row)}>
          <IconPencil size={16} aria-hidden />
        </Icon>
      )}
    </span>
  );
}

function Icon({
  label,
  onPress,
  children,
}: {
  label: string;
  onPress: () => void;
  children: React.ReactNode;
}) {
  return (
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} title={label} onClick={onPress}>
      {children}
    </ActionIcon>
  );
}

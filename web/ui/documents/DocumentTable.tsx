import { ActionIcon } from '@mantine/core';
import { IconDownload, IconEye, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { documentText as text } from '#web/texts/documents.ts';
import { kindOf } from '../documentKind.ts';
import styles from './Documents.module.css';

/** The common fields of every stored document. */
export interface KeptDocument {
  readonly srno: number;
  readonly filename: string;
}

/** A column; the first one names the document. */
export interface DocumentColumn<D> {
  readonly head: string;
  readonly cell: (document: D) => ReactNode;
}

interface DocumentTableProps<D> {
  label: string;
  columns: readonly DocumentColumn<D>[];
  documents: readonly D[];
  /** The serial number of the document that is shown below. */
  shown: number | null;
  mayRemove: (document: D) => boolean;
  onView: (document: D) => void;
  onDownload: (document: D) => void;
  onRemove: (document: D) => void;
}

/** A table of documents, each with its actions. */
export function DocumentTable<D extends KeptDocument>(props: DocumentTableProps<D>) {
  const { label, columns, documents, shown, mayRemove, onView, onDownload, onRemove } = props;
  return (
    <div className={styles.tableBox}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ head }) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{text.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <tr key={document.srno} aria-current={document.srno === shown || undefined}>
              {columns.map(({ head, cell }, index) =>
                index === 0 ? (
                  <th key={head} scope="row">
                    {cell(document)}
                  </th>
                ) : (
                  <td key={head}>{cell(document)}</td>
                ),
              )}
              <td>
                <div className={styles.rowActions}>
                  {kindOf(document.filename) === 'other' ? null : (
                    <IconButton label={text.view(document.filename)} onPress={() => onView(document)}>
                      <IconEye size={16} aria-hidden />
                    </IconButton>
                  )}
                  <IconButton label={text.download(document.filename)} onPress={() => onDownload(document)}>
                    <IconDownload size={16} aria-hidden />
                  </IconButton>
                  {mayRemove(document) ? (
                    <IconButton label={text.remove(document.filename)} onPress={() => onRemove(document)}>
                      <IconTrash size={16} aria-hidden />
                    </IconButton>
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

/** A second, muted line of a cell. */
export function Quiet({ children }: { children: ReactNode }) {
  return <span className={styles.quiet}>{children}</span>;
}

interface IconButtonProps {
  id?: string;
  label: string;
  disabled?: boolean;
  onPress: () => void;
  children: ReactNode;
}

export function IconButton({ label, disabled = false, onPress, children, ...rest }: IconButtonProps) {
  return (
    <ActionIcon
      {...rest}
      variant="subtle"
      color="gray"
      size={28}
      aria-label={label}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </ActionIcon>
  );
}

import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import type { WrongCell } from '#contract/sheets.ts';
import { wrongCellsText as text } from '#web/texts/wrongCells.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import styles from './WrongCells.module.css';

interface WrongCellsProps {
  title: string;
  /** The sheet in words: its file, and how many of its cells are wrong. */
  about: string;
  /** The first of the cells, and how many there are. */
  cells: readonly WrongCell[];
  count: number;
  /** Cells to look at are marked otherwise than cells that must be corrected. */
  meaning?: 'refused' | 'waiting';
  /** Fetches all cells as a sheet, where there is one. */
  onDownload?: (() => void | Promise<unknown>) | undefined;
  onClose: () => void;
}

/** The cells of a sheet that must be corrected, or looked at, with what stands in them and why. */
export function WrongCells(props: WrongCellsProps) {
  const { title, about, cells, count, meaning = 'refused', onDownload, onClose } = props;
  const section = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={section} className={styles.part} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <span className={styles.quiet}>{about}</span>
        <span className={styles.space} />
        <Button variant="subtle" color="gray" onClick={onClose}>
          {text.close}
        </Button>
        {onDownload === undefined ? null : (
          <ActionButton
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onPress={onDownload}
          >
            {text.download}
          </ActionButton>
        )}
      </div>
      <div className={styles.cells}>
        <PlainTable label={title}>
          <thead>
            <tr>
              <th scope="col" className="number">
                {text.row}
              </th>
              <th scope="col">{text.column}</th>
              <th scope="col">{text.found}</th>
              <th scope="col">{text.what}</th>
            </tr>
          </thead>
          <tbody>
            {cells.map(({ row, column, found, message }, at) => (
              <tr key={at}>
                <th scope="row" className="number">
                  {row.toLocaleString('en-IN')}
                </th>
                <td>{column}</td>
                <td>
                  {found === '' ? null : (
                    <span className={styles.found} data-meaning={meaning}>
                      {found}
                    </span>
                  )}
                </td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
      {count > cells.length ? (
        <p className={styles.quiet}>
          {cells.length === 0 ? text.gone : text.firstOnly(cells.length, onDownload !== undefined)}
        </p>
      ) : null}
    </section>
  );
}

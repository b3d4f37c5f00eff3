import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { downloadWrongCells, type WrongCell } from '#contract/uploads/uploads.ts';
import { uploadsText } from '#web/texts/uploads.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import { download } from '#web/wire/download.ts';
import styles from './Uploads.module.css';

const text = uploadsText.wrong;

/** A refused sheet with the first of its wrong cells. */
export interface WrongSheet {
  readonly batch: number;
  readonly file: string;
  readonly rows: number;
  readonly cells: readonly WrongCell[];
  readonly count: number;
}

interface WrongCellsProps {
  sheet: WrongSheet;
  onProblem: (error: unknown) => void;
  onClose: () => void;
}

/** The cells of a refused sheet that must be corrected. */
export function WrongCells({ sheet, onProblem, onClose }: WrongCellsProps) {
  const { batch, file, rows, cells, count } = sheet;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, [batch]);
  return (
    <section ref={section} className={styles.part} aria-labelledby="uploads-wrong">
      <div className={styles.partHead}>
        <h2 id="uploads-wrong" className={styles.partTitle}>
          {text.title}
        </h2>
        <span className={styles.quiet}>{text.about(file, count, rows)}</span>
        <span className={styles.space} />
        <Button variant="subtle" color="gray" onClick={onClose}>
          {text.close}
        </Button>
        <ActionButton
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onPress={() => download(downloadWrongCells, { batch: { batch } }).catch(onProblem)}
        >
          {text.download}
        </ActionButton>
      </div>
      <div className={styles.wrong}>
        <PlainTable label={text.title}>
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
                <td>{found === '' ? null : <span className={styles.found}>{found}</span>}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
      {count > cells.length ? (
        <p className={styles.quiet}>{cells.length === 0 ? text.gone : text.firstOnly(cells.length)}</p>
      ) : null}
    </section>
  );
}

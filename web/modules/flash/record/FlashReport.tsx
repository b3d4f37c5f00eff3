import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { flashPdf } from '#contract/flash/transactions.ts';
import { flashPaper, type PaperSection, type PaperTable } from '#domain/flash/report.ts';
import { useCompany, useLetterhead } from '#web/patterns/letterhead.tsx';
import { OpenFailed } from '#web/patterns/OpenFailed.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { flashText } from '#web/texts/flash.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { Paper } from '#web/ui/PrintPage.tsx';
import { download } from '#web/wire/download.ts';
import { printFile } from '#web/wire/printFile.ts';
import { flashReportQuery } from '../flashQueries.ts';
import styles from './FlashReport.module.css';

const text = flashText.paper;

interface FlashReportProps {
  srno: number;
  onBack: () => void;
}

/** The report of a flash audit: the same paper as its PDF, which Print prints. */
export function FlashReport({ srno, onBack }: FlashReportProps) {
  const letterhead = useLetterhead();
  const company = useCompany();
  const { data, error, refetch } = useQuery(flashReportQuery(srno));
  const [modal, showProblem] = useProblem();
  const file = { audit: { srno } };
  useKeys([{ keys: 'escape', does: text.back, run: onBack }]);
  if (data === undefined || letterhead === undefined)
    return (
      <>
        {(error ?? company.error) === null ? <div aria-busy /> : null}
        <OpenFailed
          title={text.failed}
          error={error ?? company.error}
          onRetry={() => void (error === null ? company.refetch() : refetch())}
          back={text.back}
          onBack={onBack}
        />
      </>
    );
  const paper = flashPaper(data);
  return (
    <>
      <div className={`${styles.actions} no-print`}>
        <Button variant="default" onClick={onBack}>
          {text.back}
        </Button>
        <ActionButton
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onPress={() => download(flashPdf, file).catch(showProblem)}
        >
          {text.pdf}
        </ActionButton>
        <ActionButton
          leftSection={<IconPrinter size={16} aria-hidden />}
          onPress={() => printFile(flashPdf, file).catch(showProblem)}
        >
          {text.print}
        </ActionButton>
      </div>
      <Paper
        letterhead={{ ...letterhead, title: paper.title, facts: paper.facts }}
        signatures={paper.signatures.map(({ who, label }) => (who === '' ? label : `${label}: ${who}`))}
        foot={`${letterhead.company} · ${paper.title} · ${paper.under}`}
      >
        {paper.isDraft ? <p className={styles.draft}>{text.draft}</p> : null}
        <p className={styles.under}>{paper.under}</p>
        <Section section={paper.books} />
        {paper.remarks.map((remark) => (
          <p key={remark} className={styles.remark}>
            {remark}
          </p>
        ))}
        <Title title={paper.faces.title} note={paper.faces.note} />
        {paper.faces.tables.length === 0 ? <p className={styles.remark}>{paper.faces.empty}</p> : null}
        <div className={styles.faces} data-beside={paper.faces.beside}>
          {paper.faces.tables.map((table) => (
            <div key={table.isd}>
              <h3 className={styles.caption}>{table.caption}</h3>
              <PaperRows table={table} label={text.facesOf(table.isd)} />
            </div>
          ))}
        </div>
        <Section section={paper.answers} />
        <Section section={paper.transactions} />
      </Paper>
      {modal}
    </>
  );
}

const Title = ({ title, note }: { title: string; note: string }) => (
  <div className={styles.head}>
    <h2 className={styles.title}>{title}</h2>
    <span className={styles.note}>{note}</span>
  </div>
);

const Section = ({ section }: { section: PaperSection }) => (
  <>
    <Title title={section.title} note={section.note} />
    {section.rows.length === 0 ? (
      <p className={styles.remark}>{section.empty}</p>
    ) : (
      <PaperRows table={section} label={section.title} />
    )}
  </>
);

const alignOf = (isFigure: true | undefined) => (isFigure === undefined ? undefined : 'end');

/** The rows of a paper never change their order, so that their place is their key. */
const PaperRows = ({ table: { columns, rows }, label }: { table: PaperTable; label: string }) => (
  <table aria-label={label} className={styles.table}>
    <thead>
      <tr>
        {columns.map(({ head, isFigure }) => (
          <th key={head} scope="col" data-align={alignOf(isFigure)}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ cells, look }, index) => (
        <tr key={index} data-look={look}>
          {columns.map(({ head, isFigure, isStrong, isMarked }, at) => (
            <td
              key={head}
              data-align={alignOf(isFigure)}
              data-strong={isStrong === true || (isMarked === true && look === 'mark') || undefined}
            >
              {cells[at]}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

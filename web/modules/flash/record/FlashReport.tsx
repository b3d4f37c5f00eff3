import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { flashPdf, type FlashReport as Report } from '#contract/flash/transactions.ts';
import { LINE_WORDS, SALE_TYPE_WORDS } from '#domain/flash/codes.ts';
import { formatAmount } from '#domain/numbers.ts';
import { useCompany, useLetterhead } from '#web/patterns/letterhead.tsx';
import { OpenFailed } from '#web/patterns/OpenFailed.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { flashText } from '#web/texts/flash.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { PrintPage } from '#web/ui/PrintPage.tsx';
import { thisMoment } from '#web/ui/today.ts';
import { download } from '#web/wire/download.ts';
import { nameOf } from '../currency/words.ts';
import { flashReportQuery } from '../flashQueries.ts';
import styles from './FlashReport.module.css';

const text = flashText.paper;

interface FlashReportProps {
  srno: number;
  onBack: () => void;
}

/** The report of a flash audit on paper. */
export function FlashReport({ srno, onBack }: FlashReportProps) {
  const letterhead = useLetterhead();
  const company = useCompany();
  const { data, error, refetch } = useQuery(flashReportQuery(srno));
  const [modal, showProblem] = useProblem();
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
  const { header, currencydata, trndata } = data;
  return (
    <>
      <PrintPage
        letterhead={{
          ...letterhead,
          title: text.title,
          facts: [
            { label: text.facts.branch, value: header.entityname },
            { label: text.facts.date, value: header.date },
            { label: text.facts.auditor, value: header.auditor },
            { label: text.facts.cashier, value: header.cashier },
            { label: text.facts.status, value: header.statusnm },
          ],
        }}
        signatures={[text.signatures.auditor, text.signatures.cashier, text.signatures.manager]}
        foot={text.foot(thisMoment())}
        actions={
          <>
            <Button variant="default" onClick={onBack}>
              {text.back}
            </Button>
            <ActionButton
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onPress={() => download(flashPdf, { audit: { hdrsrno: srno } }).catch(showProblem)}
            >
              {text.pdf}
            </ActionButton>
          </>
        }
      >
        {header.status === 'C' ? null : <p className={styles.draft}>{text.draft}</p>}
        {header.remark === '' ? null : (
          <p className={styles.remark}>
            <b>{text.remark}:</b> {header.remark}
          </p>
        )}
        <h2 className={styles.title}>{text.currencies}</h2>
        <Currencies lines={currencydata} />
        <h2 className={styles.title}>{text.transactions}</h2>
        <Transactions lines={trndata} />
      </PrintPage>
      {modal}
    </>
  );
}

const NumberHead = ({ children }: { children: string }) => (
  <th scope="col" data-align="end">
    {children}
  </th>
);

function Currencies({ lines }: { lines: Report['currencydata'] }) {
  if (lines.length === 0) return <p>{text.noCurrencies}</p>;
  return (
    <table aria-label={text.currencies}>
      <thead>
        <tr>
          <th scope="col">{text.isd}</th>
          <th scope="col">{text.name}</th>
          <NumberHead>{text.report}</NumberHead>
          <NumberHead>{text.actual}</NumberHead>
          <NumberHead>{text.difference}</NumberHead>
          <th scope="col">{text.status}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.srno} data-wrong={line.afc_status === 'D' || undefined}>
            <td>{line.isd}</td>
            <td>{nameOf(line)}</td>
            <td data-align="end">{formatAmount(line.afc_reportvalue)}</td>
            <td data-align="end">{formatAmount(line.afc_actualvalue)}</td>
            <td data-align="end">{formatAmount(line.afc_valuediff)}</td>
            <td>{LINE_WORDS[line.afc_status]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Transactions({ lines }: { lines: Report['trndata'] }) {
  if (lines.length === 0) return <p>{text.noTransactions}</p>;
  return (
    <table aria-label={text.transactions}>
      <thead>
        <tr>
          <th scope="col">{text.type}</th>
          <th scope="col">{text.number}</th>
          <th scope="col">{text.date}</th>
          <th scope="col">{text.document}</th>
          <th scope="col">{text.status}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.srno} data-wrong={line.trn_status === 'D' || undefined}>
            <td>{SALE_TYPE_WORDS[line.trn_saletype]}</td>
            <td>{line.trn_transactionnum}</td>
            <td>{line.trn_date}</td>
            <td>{line.docname}</td>
            <td>{LINE_WORDS[line.trn_status]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

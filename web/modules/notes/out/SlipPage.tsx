import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { handoverSlip, type HandoverSlip } from '#contract/notes/notes.ts';
import { formatDateTime } from '#domain/dates.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { call } from '#web/wire/call.ts';
import { useCompany, useLetterhead } from '#web/patterns/letterhead.tsx';
import { userMessage } from '#web/wire/problems.ts';
import { notesText } from '#web/texts/notes.ts';
import { uiText } from '#web/texts/ui.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { PrintPage } from '#web/ui/PrintPage.tsx';
import { thisMoment } from '#web/ui/today.ts';
import { byCurrency, keyOf } from '../lines/line.ts';
import { NOTES_KEY } from '../lines/useLines.ts';
import styles from './Slip.module.css';
import { SlipProofs } from './SlipProofs.tsx';

const text = notesText.slip;

/** The notes of one hand-over, for two people to sign. */
export function SlipPage({ slip, onBack }: { slip: number; onBack: () => void }) {
  const letterhead = useLetterhead();
  const company = useCompany();
  const { data, error, refetch } = useQuery({
    queryKey: [NOTES_KEY, 'slip', slip],
    queryFn: async ({ signal }) => (await call(handoverSlip, { srno: slip }, { signal })).reply,
  });
  useKeys([{ keys: 'escape', does: text.back, run: onBack }]);
  const back = (
    <Button variant="default" onClick={onBack}>
      {text.back}
    </Button>
  );
  const failure = error ?? company.error;
  const said = userMessage(failure);
  if (said !== null)
    return (
      <EmptyState
        title={text.failed}
        text={said}
        action={
          <>
            <Button onClick={() => void (error === null ? company.refetch() : refetch())}>
              {uiText.common.retry}
            </Button>{' '}
            {back}
          </>
        }
      />
    );
  if (data === undefined || letterhead === undefined) return <div aria-busy />;
  return (
    <PrintPage
      letterhead={{
        ...letterhead,
        title: text.title,
        facts: [
          { label: text.number, value: String(data.slip) },
          { label: text.date, value: formatDateTime(Date.parse(data.at)) },
          { label: text.branch, value: data.branchName },
        ],
      }}
      signatures={[text.signFrom(data.fromName), text.signTo(data.toName)]}
      foot={text.foot(data.by, thisMoment())}
      actions={back}
    >
      <dl className={styles.parties}>
        <Party label={text.from} name={data.fromName} code={data.from} />
        <Party label={text.to} name={data.toName} code={data.to} />
      </dl>
      <SlipLines lines={data.lines} />
      <SlipTotals lines={data.lines} />
      {data.proofs.length === 0 ? null : <SlipProofs proofs={data.proofs} />}
    </PrintPage>
  );
}

function Party({ label, name, code }: { label: string; name: string; code: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {name} ({code})
      </dd>
    </div>
  );
}

const facesWord = (denominations: HandoverSlip['lines'][number]['denominations']): string =>
  Object.entries(denominations ?? {})
    .sort(([one], [other]) => Number(other) - Number(one))
    .map(([face, count]) => text.face(count, face))
    .join(', ');

const NumberHead = ({ children }: { children: string }) => (
  <th scope="col" data-align="end">
    {children}
  </th>
);

function SlipLines({ lines }: { lines: HandoverSlip['lines'] }) {
  const isCounted = lines.some(({ denominations }) => denominations !== null);
  return (
    <table aria-label={text.notes}>
      <thead>
        <tr>
          <th scope="col">{text.request}</th>
          <th scope="col">{text.customer}</th>
          <th scope="col">{text.currency}</th>
          {isCounted ? <th scope="col">{text.counted}</th> : null}
          <NumberHead>{text.quantity}</NumberHead>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={keyOf(line)}>
            <td>
              {line.srno}/{line.lineNo}
            </td>
            <td>{line.customer}</td>
            <td>
              <CurrencyName code={line.isd} name={line.currencyName} flag={line.currencyFlag} />
            </td>
            {isCounted ? <td>{facesWord(line.denominations)}</td> : null}
            <td data-align="end">{formatQuantity(line.quantity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SlipTotals({ lines }: { lines: HandoverSlip['lines'] }) {
  const sums = byCurrency(
    lines.map(({ srno, lineNo, product, isd, currencyFlag, quantity }) => ({
      srno,
      lineNo,
      product,
      isd,
      flag: currencyFlag,
      quantity,
    })),
  );
  return (
    <table className={styles.totals} aria-label={text.totals}>
      <thead>
        <tr>
          <th scope="col">{text.totals}</th>
          <NumberHead>{text.lines}</NumberHead>
          <NumberHead>{text.quantity}</NumberHead>
        </tr>
      </thead>
      <tbody>
        {sums.map(({ isd, flag, quantity, lines: count }) => (
          <tr key={isd}>
            <td>
              <CurrencyName code={isd} flag={flag} />
            </td>
            <td data-align="end">{count}</td>
            <td data-align="end">{formatQuantity(quantity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

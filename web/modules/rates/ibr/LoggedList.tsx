import { CloseButton } from '@mantine/core';
import { useState } from 'react';
import type { IbrHead } from '#contract/rates/ibr.ts';
import { QueryFailed } from '#web/patterns/problem/QueryState.tsx';
import { ibrText } from '#web/texts/ibr.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import { CheckField } from '#web/ui/Field.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { uiText } from '#web/texts/ui.ts';
import { CompareTable } from './CompareTable.tsx';
import ibr from './Ibr.module.css';
import { savedAt, stateOf, useLoggedList } from './ibr.ts';
import styles from './Log.module.css';
import { rateOf, ratesOf } from './rates.ts';

const text = ibrText.log;

interface LoggedListProps {
  srno: number;
  /** The other lists of the log, for comparison. */
  others: readonly IbrHead[];
  other: number | null;
  onOther: (srno: number | null) => void;
  onClose: () => void;
}

const choiceOf = (head: IbrHead) => ({
  value: String(head.srno),
  label: text.choice(head.srno, savedAt(head), ibrText.flag[head.flag]),
});

/** One list of the log: its rates, alone or beside another list. */
export function LoggedList({ srno, others, other, onOther, onClose }: LoggedListProps) {
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const { data: lines, error } = useLoggedList(srno);
  const compared = useLoggedList(other);
  useKeys([{ keys: 'escape', does: uiText.keys.back, run: onClose }]);
  const head = lines?.[0];
  const problem = error ?? compared.error;
  return (
    <section className={styles.list} aria-labelledby="ibr-list-title">
      <header className={styles.listHead}>
        <h2 id="ibr-list-title" className={ibr.heading}>
          {ibrText.list(srno)}
        </h2>
        <CloseButton aria-label={text.close} onClick={onClose} />
      </header>
      <QueryFailed title={text.failed} error={problem} />
      {lines === undefined || head === undefined ? null : (
        <>
          <p className={ibr.quiet}>
            {[
              ibrText.flag[head.flag],
              ...(head.flag === 'D' ? [] : [stateOf(head)]),
              savedAt(head),
              `${head.userName} (${head.userId})`,
            ].join(' · ')}
          </p>
          <SelectField
            label={text.compareWith}
            choices={others.map(choiceOf)}
            value={other === null ? null : String(other)}
            onChange={(value) => onOther(value === null ? null : Number(value))}
          />
          {other === null || compared.data === undefined ? (
            <div className={styles.rates} tabIndex={0} role="group" aria-label={text.rates(srno)}>
              <table className={ibr.list} aria-label={text.rates(srno)}>
                <thead>
                  <tr>
                    <th scope="col">{ibrText.compare.currency}</th>
                    <th scope="col" className="number">
                      {text.rate}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {lines.map((line) => (
                    <tr key={line.isd}>
                      <th scope="row">
                        <CurrencyName code={line.isd} name={line.currencyName} flag={line.currencyFlag} />
                      </th>
                      <td className="number">{rateOf(line, line.ibr)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          ) : (
            <>
              <CheckField
                label={ibrText.compare.onlyDifferences}
                checked={onlyDifferences}
                onChange={(event) => setOnlyDifferences(event.currentTarget.checked)}
              />
              <CompareTable
                label={text.compareWith}
                lines={bothLines(lines, compared.data)}
                first={{ head: ibrText.list(other), rates: ratesOf(compared.data) }}
                second={{ head: ibrText.list(srno), rates: ratesOf(lines) }}
                onlyDifferences={onlyDifferences}
              />
            </>
          )}
        </>
      )}
    </section>
  );
}

/** The currencies of either list, sorted by code. */
function bothLines<Line extends { readonly isd: string }>(a: readonly Line[], b: readonly Line[]): Line[] {
  const byCode = new Map([...b, ...a].map((line) => [line.isd, line]));
  return [...byCode.values()].sort((x, y) => x.isd.localeCompare(y.isd));
}

import { UNUSUAL_CHANGE_PERCENT } from '#domain/rates/pricing.ts';
import { ibrText } from '#web/texts/ibr.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { savedAt, useIbrState } from './ibr.ts';
import styles from './Ibr.module.css';
import { ChangeFigure, InForce, InForceHead } from './RateGrid.tsx';
import { changesOf, rateOf } from './rates.ts';
import type { Entry } from './useEntry.ts';

const text = ibrText.publish;
const MOST_CHANGES = 6;

interface PublishDialogProps {
  flag: 'F' | 'O';
  entry: Entry;
  onConfirm: () => void;
  onClose: () => void;
}

/** Shown before rates are published: the recipients, and the rates to check again. */
export function PublishDialog({ flag, entry, onConfirm, onClose }: PublishDialogProps) {
  const { data: state } = useIbrState();
  const changes = changesOf(entry.rows, entry.rates);
  const unusual = changes.filter(({ isUnusual }) => isUnusual);
  // The unusual changes are the largest, so the shown part of the list contains all of them.
  const shown = changes.slice(0, Math.max(MOST_CHANGES, unusual.length));
  return (
    <ConfirmModal
      opened
      title={flag === 'F' ? text.finalTitle : text.overwriteTitle}
      confirm={flag === 'F' ? text.final : text.overwrite}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {state === undefined ? (
        <p>{text.asking}</p>
      ) : (
        <ul className={styles.summary}>
          {flag === 'O' && state.final !== null ? (
            <li>{text.replaces(savedAt(state.final), state.final.userName)}</li>
          ) : null}
          <li>{text.cards(state.cards)}</li>
          <li>{text.mails(state.mails)}</li>
          {state.noAddress > 0 ? <li>{text.noAddress(state.noAddress)}</li> : null}
        </ul>
      )}
      {unusual.length > 0 ? (
        <Notice meaning="waiting">{text.unusual(unusual.length, UNUSUAL_CHANGE_PERCENT)}</Notice>
      ) : null}
      {shown.length === 0 ? (
        <p className={styles.quiet}>{text.noChange}</p>
      ) : (
        <>
          <h3 className={styles.subheading}>{text.changes}</h3>
          <div className={styles.scroll} tabIndex={0} role="group" aria-label={text.changes}>
            <table className={styles.list} aria-label={text.changes}>
              <thead>
                <tr>
                  <th scope="col">{ibrText.grid.currency}</th>
                  <InForceHead hasBefore={flag === 'O'} />
                  <th scope="col" className="number">
                    {ibrText.grid.rate}
                  </th>
                  <th scope="col" className="number">
                    {ibrText.grid.change}
                  </th>
                </tr>
              </thead>
              <tbody>
                {shown.map(({ row, rate, percent }) => (
                  <tr key={row.isd}>
                    <th scope="row">
                      <CurrencyName code={row.isd} flag={row.currencyFlag} />
                    </th>
                    <InForce row={row} hasBefore={flag === 'O'} />
                    <td className="number">{rateOf(row, rate)}</td>
                    <td className="number">
                      <ChangeFigure percent={percent} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </ConfirmModal>
  );
}

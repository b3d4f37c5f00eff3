import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DiscrepancyRow } from '#contract/audit/discrepancies.ts';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { discrepancyText } from '#web/texts/discrepancy.ts';
import { KeyBar } from '#web/ui/KeyBar.tsx';
import { useScreenRights } from '#web/wire/rights.ts';
import { DiscrepancyList } from './DiscrepancyList.tsx';
import styles from './Discrepancies.module.css';

const text = auditWorkText.discrepancies;

interface AuditDiscrepanciesProps {
  label: string;
  rows: readonly DiscrepancyRow[];
  /** In an audit that the user cannot change, discrepancies are only looked at; they are answered on their own page. */
  mayChange: boolean;
  form: ReactNode;
  onOpened: () => void;
  onChanged: () => void;
}

/** The discrepancies of one audit, with the same view as on their own page. */
export function AuditDiscrepancies({ label, rows, mayChange, form, onChanged }: AuditDiscrepanciesProps) {
  const { data: flags } = useScreenRights('DISCREPANCY');
  return (
    <>
      {mayChange || flags?.query !== true || rows.length === 0 ? null : (
        <p className={styles.elsewhere}>
          <Link to={`/discrepancy?type=${rows[0]?.kind ?? 'T'}`}>{text.open}</Link>
        </p>
      )}
      <DiscrepancyList
        id="audit-discrepancies"
        label={label}
        rows={rows}
        screen="ASSESSMENT"
        mayDecide={mayChange}
        mayAnswer={mayChange}
        hasBranches={false}
        form={form}
        empty={{ title: text.empty }}
        onChanged={onChanged}
        maxHeight="calc(100dvh - 372px)"
      />
      <KeyBar
        keys={[
          { keys: 'arrows', does: discrepancyText.keys.move },
          { keys: 'enter', does: discrepancyText.keys.open },
          ...(mayChange
            ? [
                { keys: 'c', does: discrepancyText.keys.reply },
                { keys: 's', does: discrepancyText.keys.status },
                { keys: 'ctrl+enter', does: discrepancyText.keys.save },
              ]
            : []),
          { keys: 'escape', does: discrepancyText.keys.back },
          { keys: '/', does: discrepancyText.keys.filter },
        ]}
      />
    </>
  );
}

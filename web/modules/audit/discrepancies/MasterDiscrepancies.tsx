import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { Notice } from '#web/ui/Notice.tsx';
import type { AuditTabProps } from '../transactions/TransactionsTab.tsx';
import { AddMasterDiscrepancy } from './AddMasterDiscrepancy.tsx';
import { AuditDiscrepancies } from './AuditDiscrepancies.tsx';
import styles from './Discrepancies.module.css';

const { master: text, add } = auditWorkText;

/** The discrepancies that an audit has found in the files of corporates, dealers and franchisees. */
export function MasterDiscrepancies({ detail, mayChange, onChanged }: AuditTabProps) {
  const [isAdding, setAdding] = useState(false);
  const [news, setNews] = useState('');
  return (
    <>
      {mayChange ? (
        <div className={styles.bar}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => {
              setNews('');
              setAdding(true);
            }}
          >
            {add.open}
          </Button>
        </div>
      ) : null}
      <div role="status" className={styles.news}>
        {news === '' ? null : <Notice meaning="done">{news}</Notice>}
      </div>
      <AuditDiscrepancies
        label={text.title}
        rows={detail.partyDiscrepancies}
        mayChange={mayChange}
        form={
          isAdding && mayChange ? (
            <AddMasterDiscrepancy
              detail={detail}
              onAdded={(party) => {
                setAdding(false);
                setNews(text.done(party));
                onChanged();
              }}
              onClose={() => setAdding(false)}
            />
          ) : null
        }
        onOpened={() => setAdding(false)}
        onChanged={onChanged}
      />
    </>
  );
}

import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { RetentionRule } from '#contract/access/retention.ts';
import { formatDate, isoDate } from '#domain/dates.ts';
import { retentionText as text } from '#web/texts/retention.ts';
import { Panel, PanelTitle } from '#web/ui/Panel.tsx';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import { NewRule } from './NewRule.tsx';
import styles from './Retention.module.css';

interface RulesProps {
  rules: readonly RetentionRule[];
  shorterFrom: string;
  /** Called with the result message of a new rule; omitted if the user may only view. */
  onDecided: ((message: string) => void) | undefined;
}

/** For how long each kind of record is kept, and why. */
export function Rules({ rules, shorterFrom, onDecided }: RulesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel label={text.rules}>
      <div className={styles.head}>
        <PanelTitle>{text.rules}</PanelTitle>
        {onDecided === undefined ? null : (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {text.newRule.open}
          </Button>
        )}
      </div>
      <PlainTable label={text.rules} className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text.subject}</th>
            <th scope="col">{text.kept}</th>
            <th scope="col" className={styles.aside}>
              {text.since}
            </th>
            <th scope="col" className={styles.aside}>
              {text.doneBy}
            </th>
            <th scope="col">{text.basis}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={rule.subject}>
              <th scope="row">{rule.title}</th>
              <td className={styles.kept}>
                {text.days(rule.days)}
                {rule.nextSince === '' ? null : (
                  <div>{text.from(text.days(rule.nextDays), formatDate(isoDate(rule.nextSince)))}</div>
                )}
              </td>
              <td className={styles.aside}>{formatDate(isoDate(rule.since))}</td>
              <td className={styles.aside}>{text.doneByOf[rule.doneBy]}</td>
              <td>
                {rule.basis}
                {rule.law === '' ? null : <div>{text.law(text.days(rule.leastDays), rule.law)}</div>}
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {isOpen && onDecided !== undefined ? (
        <NewRule
          rules={rules}
          shorterFrom={isoDate(shorterFrom)}
          onDone={onDecided}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Panel>
  );
}

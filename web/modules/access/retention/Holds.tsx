import { Button } from '@mantine/core';
import { useState } from 'react';
import type { retentionShow } from '#contract/access/retention.ts';
import type { ReplyOf } from '#contract/define.ts';
import { formatDateTime } from '#domain/dates.ts';
import { retentionText as text } from '#web/texts/retention.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { Panel, PanelTitle } from '#web/ui/Panel.tsx';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import styles from './Retention.module.css';

type Hold = ReplyOf<typeof retentionShow>['holds'][number];

interface HoldsProps {
  holds: readonly Hold[];
  /** Omitted if the user may only view. */
  onEnd: ((srno: number) => Promise<boolean>) | undefined;
}

/** The persons whose data is kept until somebody ends the hold. */
export function Holds({ holds, onEnd }: HoldsProps) {
  const [ending, setEnding] = useState<Hold | null>(null);
  return (
    <Panel label={text.holds}>
      <PanelTitle>{text.holds}</PanelTitle>
      {holds.length === 0 ? (
        <p className={styles.none}>{text.noHolds}</p>
      ) : (
        <PlainTable label={text.holds} className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text.person}</th>
              <th scope="col">{text.basis}</th>
              <th scope="col">{text.by}</th>
              {onEnd === undefined ? null : <td />}
            </tr>
          </thead>
          <tbody>
            {holds.map((hold) => (
              <tr key={hold.srno}>
                <th scope="row">
                  {`${text.kinds[hold.kind]} ${hold.value}`}
                  {hold.left.length === 0 ? null : <div>{text.takenOut(hold.left)}</div>}
                </th>
                <td>{hold.reason}</td>
                <td>{`${hold.by}, ${formatDateTime(Date.parse(hold.at))}`}</td>
                {onEnd === undefined ? null : (
                  <td>
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={text.endHoldOf(hold.value)}
                      onClick={() => setEnding(hold)}
                    >
                      {text.endHold}
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      {ending === null || onEnd === undefined ? null : (
        <ConfirmModal
          opened
          danger
          title={text.endTitle}
          confirm={text.endHold}
          onConfirm={() => onEnd(ending.srno)}
          onClose={() => setEnding(null)}
        >
          {text.endText}
        </ConfirmModal>
      )}
    </Panel>
  );
}

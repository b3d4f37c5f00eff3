import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { ID_TYPES } from '#domain/requests/codes.ts';
import { REQUEST_RULES } from '#domain/requests/draft.ts';
import { maskedNumber } from '#domain/requests/masks.ts';
import { StatePicker } from '#web/pickers/StatePicker.tsx';
import { useChosen } from '#web/pickers/useEntries.ts';
import { requestFormText } from '#web/texts/requests.ts';
import { focusOn } from '#web/ui/MessageModal.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { focusSoon } from '#web/ui/waitingKeys.ts';
import { dayOf } from '#web/ui/when.ts';
import styles from './Customer.module.css';
import { fieldSelector } from './fields.ts';
import type { RequestForm } from './form.ts';

const words = requestFormText.customer;
const WIDE: readonly string[] = [REQUEST_RULES.email.label, REQUEST_RULES.kycAddress.label];

/** A returning customer as facts in place of the fields. */
export function CustomerCard({ form }: { form: RequestForm }) {
  const { draft, card, setCard, isDisabled, isReadOnly } = form;
  const [state] = useChosen(StatePicker.source, draft.state === '' ? [] : [draft.state]);
  if (card === null) return null;
  const isBulk = isDisabled('travellerName');
  const idType = Object.entries(ID_TYPES).find(([code]) => code === draft.idType)?.[1];
  const facts: readonly (readonly [label: string, value: string])[] = [
    [idType ?? REQUEST_RULES.idNumber.label, isBulk ? '' : draft.idNumber],
    [REQUEST_RULES.pan.label, maskedNumber(draft.pan)],
    [REQUEST_RULES.mobile.label, draft.mobile],
    [REQUEST_RULES.state.label, state?.name ?? ''],
    [REQUEST_RULES.email.label, draft.email],
    [REQUEST_RULES.kycAddress.label, draft.kycAddress],
  ];
  return (
    <section className={styles.card} aria-label={words.card}>
      <div className={styles.cardHead}>
        <strong className={styles.cardName}>{isBulk ? draft.entityName : draft.travellerName}</strong>
        <StatusBadge meaning="done">{words.returning}</StatusBadge>
        <span className={styles.quiet}>{words.last(card.srno, dayOf(card.date))}</span>
        {isReadOnly ? null : (
          <Button
            className={styles.changeDetails ?? ''}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => {
              setCard(null);
              focusSoon(() => focusOn(fieldSelector(isBulk ? 'entityName' : 'travellerName')));
            }}
          >
            {words.changeDetails}
          </Button>
        )}
      </div>
      <dl className={styles.cardFacts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label} data-wide={WIDE.includes(label) || undefined}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

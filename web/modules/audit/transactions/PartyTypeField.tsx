import { IconCheck } from '@tabler/icons-react';
import { useId, type KeyboardEvent } from 'react';
import { PARTY_TYPES, PARTY_TYPE_WORDS, type PartyType } from '#domain/audit/codes.ts';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { Keys } from '#web/ui/KeyCaps.tsx';
import styles from './Transactions.module.css';

interface PartyTypeFieldProps {
  value: string;
  required?: boolean;
  autoFocus?: boolean;
  /** `byKey` is true if the user pressed F or D, and goes on to the next field. */
  onChange: (value: PartyType, byKey: boolean) => void;
}

/** Franchisee or authorised dealer; the keys F and D choose. */
export function PartyTypeField({
  value,
  required = false,
  autoFocus = false,
  onChange,
}: PartyTypeFieldProps) {
  const name = useId();
  const chosen = PARTY_TYPES.find((each) => each === value) ?? PARTY_TYPES[0];

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const type = PARTY_TYPES.find((each) => each === event.key.toUpperCase());
    if (type === undefined) return;
    event.preventDefault();
    onChange(type, true);
  }

  return (
    <div role="radiogroup" aria-labelledby={`${name}-label`} aria-required={required} onKeyDown={press}>
      <span id={`${name}-label`} className={styles.label}>
        {auditWorkText.mark.partyType}
        {required ? (
          <span aria-hidden className={styles.required}>
            {' '}
            *
          </span>
        ) : null}
      </span>
      <div className={styles.partyTypes}>
        {PARTY_TYPES.map((type) => (
          <label key={type} className={styles.partyType}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={type}
              checked={type === value}
              data-party-type={type === chosen || undefined}
              autoFocus={autoFocus && type === chosen}
              onChange={() => onChange(type, false)}
            />
            {type === value ? <IconCheck size={14} aria-hidden /> : null}
            {PARTY_TYPE_WORDS[type]}
            <span aria-hidden className={styles.keys}>
              <Keys keys={type.toLowerCase()} />
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import { Notice } from './Notice.tsx';
import styles from './Offer.module.css';
import type { Meaning } from './theme.ts';

interface OfferProps {
  text: ReactNode;
  action: string;
  /** The key that accepts the offer, if there is one. */
  keys?: string;
  meaning?: Meaning;
  onPress: () => void;
}

/** One line of text with one action. */
export function Offer({ text, action, keys, meaning = 'info', onPress }: OfferProps) {
  return (
    <Notice meaning={meaning} live>
      {text}{' '}
      <button type="button" className={styles.offer} aria-keyshortcuts={keys} onClick={onPress}>
        {action}
      </button>
    </Notice>
  );
}

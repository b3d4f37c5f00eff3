import { ActionIcon } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import styles from './Detail.module.css';

const SHOWN_CHARS = 4;

/** The last characters of a number, with the others masked. */
const ending = (value: string): string =>
  'X'.repeat(Math.max(0, value.length - SHOWN_CHARS)) + value.slice(-SHOWN_CHARS);

/** A number of which only the last characters are shown until the user reveals it. */
export function Masked({ label, value }: { label: string; value: string }) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  const said = isShown ? requestDetailText.facts.hide(label) : requestDetailText.facts.reveal(label);
  return (
    <span className={styles.masked}>
      {isShown ? value : ending(value)}
      <ActionIcon
        className="no-print"
        variant="subtle"
        color="gray"
        size={24}
        aria-label={said}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        <Icon size={14} aria-hidden />
      </ActionIcon>
    </span>
  );
}

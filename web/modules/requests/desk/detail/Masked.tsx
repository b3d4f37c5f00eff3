import { ActionIcon } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import styles from './Detail.module.css';

interface MaskedProps {
  label: string;
  masked: string;
  /** Null if the user may not see the number whole. */
  whole: string | null;
  /** Fetches the whole number; it returns false if that was refused. Absent if the number is known already. */
  fetchWhole?: (() => Promise<boolean>) | undefined;
}

/** A number of which only the last characters are shown until the user reveals it. */
export function Masked({ label, masked, whole, fetchWhole }: MaskedProps) {
  const [isShown, setShown] = useState(false);
  const { working, run } = useSingleRun(async () => {
    if ((await fetchWhole?.()) === true) setShown(true);
  });
  const Icon = isShown ? IconEyeOff : IconEye;
  const said = isShown ? requestDetailText.facts.hide(label) : requestDetailText.facts.reveal(label);
  return (
    <span className={styles.masked}>
      {isShown && whole !== null ? whole : masked}
      {whole === null && fetchWhole === undefined ? null : (
        <ActionIcon
          className="no-print"
          variant="subtle"
          color="gray"
          size={24}
          aria-busy={working}
          aria-label={said}
          aria-pressed={isShown}
          onClick={() => (fetchWhole === undefined || isShown ? setShown(!isShown) : run())}
        >
          <Icon size={14} aria-hidden />
        </ActionIcon>
      )}
    </span>
  );
}

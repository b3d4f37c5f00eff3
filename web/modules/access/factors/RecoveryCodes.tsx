import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { factorsText } from '#web/texts/factors.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './Factors.module.css';

const text = factorsText.codes;

interface RecoveryCodesProps {
  /** New codes; nothing is shown if there are none. */
  codes: readonly string[];
  onClose: () => void;
}

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Dialog opened={codes.length > 0} onClose={onClose} title={text.dialog}>
      <Notice meaning="waiting">{text.keep}</Notice>
      <ul className={styles.codes} aria-label={text.dialog}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button
          variant="default"
          onClick={() => void navigator.clipboard.writeText(codes.join('\n')).then(() => setCopied(true))}
        >
          {isCopied ? text.copied : text.copy}
        </Button>
        <Button data-autofocus onClick={onClose}>
          {text.done}
        </Button>
      </Group>
    </Dialog>
  );
}

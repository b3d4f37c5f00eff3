import { ActionIcon } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { readStock } from '#domain/flash/count.ts';
import { FLASH_REFUSALS } from '#domain/flash/texts.ts';
import { flashText } from '#web/texts/flash.ts';
import { MoneyInput } from '#web/ui/MoneyInput.tsx';
import styles from './Count.module.css';

const text = flashText.currency;

interface InrStockProps {
  /** The name of the field. */
  label: string;
  isLabelShown?: boolean;
  value: string;
  onSave: (amount: string) => void;
}

/** The stock of INR, which is typed because the ledger of notes does not have it. Enter saves it. */
export function InrStock({ label, isLabelShown = false, value, onSave }: InrStockProps) {
  const [typed, setTyped] = useState(value);
  const [isTried, setTried] = useState(false);
  const wrong = readStock(typed) === null ? FLASH_REFUSALS.noAmount : undefined;
  return (
    <form
      className={styles.inr}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (wrong === undefined) onSave(typed);
      }}
    >
      {isLabelShown ? <span className={styles.inrLabel}>{text.stockInCount}</span> : null}
      <span className={styles.inrField}>
        <MoneyInput
          label=""
          aria-label={isLabelShown ? text.stockInCount : text.stock}
          value={typed}
          maxChars={17}
          error={isTried ? wrong : undefined}
          onChange={setTyped}
        />
      </span>
      <ActionIcon
        type="submit"
        variant="default"
        size={32}
        aria-label={text.saveStock}
        title={text.saveStock}
      >
        <IconCheck size={16} aria-hidden />
      </ActionIcon>
    </form>
  );
}

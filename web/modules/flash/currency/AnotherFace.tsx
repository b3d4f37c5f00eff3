import { Button } from '@mantine/core';
import { useState } from 'react';
import { denominationProblem } from '#domain/flash/count.ts';
import type { InputFilter } from '#domain/input.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { flashText } from '#web/texts/flash.ts';
import type { FaceCounts } from '#web/ui/denominations/counts.ts';
import { TextField } from '#web/ui/Field.tsx';
import styles from './Count.module.css';
import { withFace } from './faceCounts.ts';

const text = flashText.count;
const FACE: InputFilter = { kind: 'decimal', maxChars: 10 };
const QUANTITY: InputFilter = { kind: 'numeric', maxChars: 7 };
const ID = 'flash-another-face';

interface AnotherFaceProps {
  counts: FaceCounts;
  onAdd: (counts: FaceCounts) => void;
}

/** Adds notes of a face value that the currency usually does not have. */
export function AnotherFace({ counts, onAdd }: AnotherFaceProps) {
  const [face, setFace] = useState('');
  const [quantity, setQuantity] = useState('');
  const [modal, , showMessage] = useProblem();

  function add(): void {
    const problem = denominationProblem(face, quantity);
    if (problem !== null) {
      showMessage(problem, `#${ID}${face.trim() === '' ? '' : '-quantity'}`);
      return;
    }
    onAdd(withFace(counts, face.trim(), quantity.trim()));
    setFace('');
    setQuantity('');
    document.getElementById(ID)?.focus();
  }

  return (
    <form
      className={styles.another}
      aria-label={text.another}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <p className={styles.anotherTitle}>{text.another}</p>
      <TextField
        id={ID}
        label={text.denomination}
        inputMode="decimal"
        autoComplete="off"
        filter={FACE}
        value={face}
        onChange={(event) => setFace(event.currentTarget.value)}
      />
      <TextField
        id={`${ID}-quantity`}
        label={text.quantity}
        inputMode="numeric"
        autoComplete="off"
        filter={QUANTITY}
        value={quantity}
        onChange={(event) => setQuantity(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {text.add}
      </Button>
      {modal}
    </form>
  );
}

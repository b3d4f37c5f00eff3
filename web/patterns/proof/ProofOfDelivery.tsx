import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { proofOfDelivery } from '#contract/requests/documents.ts';
import { MAX_REMARK_CHARS } from '#domain/requests/documents.ts';
import { proofText as text } from '#web/texts/proof.ts';
import { TextField } from '#web/ui/Field.tsx';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import styles from './Proof.module.css';
import { SignaturePad } from './SignaturePad.tsx';

const WAYS = ['signature', 'photo'] as const;
const PICTURES = proofOfDelivery.accepts;

/** The names that cameras give may have more dots than a file name may have. */
const photoOf = (file: File): File =>
  new File([file], file.type === 'image/png' ? 'photo.png' : 'photo.jpg', { type: file.type });

export interface Proof {
  readonly file: File | null;
  readonly receivedBy: string;
}

interface ProofOfDeliveryProps {
  proof: Proof;
  onChange: (proof: Proof) => void;
}

/** A signature or a photo that proves a delivery, and who received it. */
export function ProofOfDelivery({ proof, onChange }: ProofOfDeliveryProps) {
  const [way, setWay] = useState<string>('signature');
  const setFile = (file: File | null) => onChange({ ...proof, file });
  return (
    <div className={styles.proof}>
      <SegmentedControl
        aria-label={text.title}
        data={WAYS.map((each) => ({ value: each, label: text.ways[each] }))}
        value={way}
        onChange={(next) => {
          setWay(next);
          setFile(null);
        }}
      />
      {way === 'signature' ? (
        <SignaturePad onChange={setFile} />
      ) : (
        <>
          <FileDrop
            label={text.choosePhoto}
            hint={text.photoHint}
            accepts={PICTURES}
            camera={text.takePhoto}
            onFile={(file) => setFile(photoOf(file))}
          />
          <p role="status" className={styles.photo}>
            {proof.file === null ? '' : text.photoTaken}
          </p>
        </>
      )}
      <TextField
        label={text.receivedBy}
        maxLength={MAX_REMARK_CHARS}
        value={proof.receivedBy}
        onChange={(event) => onChange({ ...proof, receivedBy: event.currentTarget.value })}
      />
    </div>
  );
}

import { Button, Progress } from '@mantine/core';
import { useRef, useState } from 'react';
import { documentText as text } from '#web/texts/documents.ts';
import styles from './Documents.module.css';

/** The progress of an upload, and a button to cancel it. */
export function UploadProgress({
  name,
  part,
  onCancel,
}: {
  name: string;
  part: number;
  onCancel: () => void;
}) {
  const percent = Math.round(part * 100);
  return (
    <div className={styles.progress}>
      <Progress.Root size={8}>
        <Progress.Section value={percent} aria-label={text.uploading(name, percent)} />
      </Progress.Root>
      <Button variant="default" onClick={onCancel}>
        {text.cancel}
      </Button>
    </div>
  );
}

/** The signal and the progress callback of one upload. */
export interface Underway {
  readonly signal: AbortSignal;
  readonly onProgress: (part: number) => void;
}

/** Runs one upload at a time; `part` is null while none is running. A cancelled upload is not a failure. */
export function useUploading(onFailure: (error: unknown) => void) {
  const [part, setPart] = useState<number | null>(null);
  const current = useRef<AbortController | null>(null);
  return {
    part,
    cancel: () => current.current?.abort(),
    async run(work: (underway: Underway) => Promise<void>): Promise<void> {
      const controller = new AbortController();
      current.current = controller;
      setPart(0);
      try {
        await work({ signal: controller.signal, onProgress: setPart });
      } catch (error) {
        if (!controller.signal.aborted) onFailure(error);
      } finally {
        setPart(null);
      }
    },
  };
}

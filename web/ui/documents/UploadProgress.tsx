import { Button, Progress } from '@mantine/core';
import { useRef, useState } from 'react';
import { documentText as text } from '#web/texts/documents.ts';
import styles from './Documents.module.css';

/** A file on its way: how much of it has been sent, and a way to give it up. */
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

/** What one upload is told of. */
export interface Underway {
  readonly signal: AbortSignal;
  readonly onProgress: (part: number) => void;
}

/** Sends one thing at a time; `part` is null while nothing is on its way. Being given up is no failure. */
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

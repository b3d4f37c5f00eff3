import { IconFileUpload } from '@tabler/icons-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { uiText } from '#web/texts/ui.ts';
import styles from './FileDrop.module.css';

interface FileDropProps {
  label: string;
  /** What is taken, in words. */
  hint: string;
  /** File name endings without the dot; the server has the last word. */
  accepts: readonly string[];
  disabled?: boolean;
  onFile: (file: File) => void;
}

/** One file, dropped here or picked. */
export function FileDrop({ label, hint, accepts, disabled = false, onFile }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const hintId = useId();

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !disabled) onFile(file);
  }

  return (
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={20} aria-hidden />
      <span>
        <button
          type="button"
          className={styles.pick}
          disabled={disabled}
          aria-describedby={hintId}
          onClick={() => input.current?.click()}
        >
          {label}
        </button>{' '}
        {uiText.file.orDrop}
        <span id={hintId} className={styles.hint}>
          {hint}
        </span>
      </span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accepts.map((ending) => `.${ending}`).join(',')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file can be picked again after it was put aside.
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
  );
}

import { IconFileUpload } from '@tabler/icons-react';
import { useId, useRef, useState, type ChangeEvent, type DragEvent } from 'react';
import { uiText } from '#web/texts/ui.ts';
import styles from './FileDrop.module.css';

interface FileDropProps {
  label: string;
  /** What is taken, in words. */
  hint: string;
  /** File name endings without the dot; the server has the last word. */
  accepts: readonly string[];
  disabled?: boolean;
  /** Takes several at once; says so beside the label. */
  many?: { readonly orDrop: string };
  /** The label of a button, on devices to be held, that takes a picture with the camera. */
  camera?: string;
  /** Called once for each file. */
  onFile: (file: File) => void;
}

/** A file, or where it is said several, dropped here, picked, or taken with the camera. */
export function FileDrop(props: FileDropProps) {
  const { label, hint, accepts, disabled = false, many, camera, onFile } = props;
  const input = useRef<HTMLInputElement>(null);
  const cameraInput = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const hintId = useId();

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    if (!disabled) hand(event.dataTransfer.files);
  }

  function hand(files: FileList): void {
    for (const file of [...files].slice(0, many ? files.length : 1)) onFile(file);
  }

  function pick(event: ChangeEvent<HTMLInputElement>): void {
    const { files } = event.currentTarget;
    if (files) hand(files);
    // The same file can be picked again after it was put aside.
    event.currentTarget.value = '';
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
        {many?.orDrop ?? uiText.file.orDrop}
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
        multiple={many !== undefined}
        onChange={pick}
      />
      {camera === undefined ? null : (
        <>
          <button
            type="button"
            className={`${styles.pick} ${styles.camera}`}
            disabled={disabled}
            onClick={() => cameraInput.current?.click()}
          >
            {camera}
          </button>
          <input
            ref={cameraInput}
            type="file"
            hidden
            aria-label={camera}
            accept="image/jpeg,image/png"
            capture="environment"
            onChange={pick}
          />
        </>
      )}
    </div>
  );
}

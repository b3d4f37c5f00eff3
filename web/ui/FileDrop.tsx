import { IconFileUpload } from '@tabler/icons-react';
import { useId, useRef, useState, type ChangeEvent, type DragEvent } from 'react';
import { uiText } from '#web/texts/ui.ts';
import styles from './FileDrop.module.css';

interface FileDropProps {
  label: string;
  /** The accepted files, in words. */
  hint: string;
  /** File name extensions without the dot; the server makes the final decision. */
  accepts: readonly string[];
  disabled?: boolean;
  /** Accepts several files at once and adds this text to the label. */
  many?: { readonly orDrop: string };
  /** The label of the button that takes a picture with the camera, on handheld devices. */
  camera?: string;
  /** Called once for each file. */
  onFile: (file: File) => void;
}

/** Accepts one file, or several if `many` is set: dropped, picked, or taken with the camera. */
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
    // Lets the user pick the same file again after it was removed.
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

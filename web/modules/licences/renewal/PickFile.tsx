import { IconCamera, IconFileUpload } from '@tabler/icons-react';
import { useRef, type ChangeEvent } from 'react';
import { uploadLicence } from '#contract/licences/renewal.ts';
import { renewalText as text } from '#web/texts/renewal.ts';
import styles from './Renewal.module.css';

const ACCEPTS = uploadLicence.accepts.map((ending) => `.${ending}`).join(',');

interface PickFileProps {
  document: string;
  onFile: (file: File) => void;
}

/** Two large buttons: the camera of a handheld device, and any file. */
export function PickFile({ document, onFile }: PickFileProps) {
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);

  function pick(event: ChangeEvent<HTMLInputElement>): void {
    const [file] = event.currentTarget.files ?? [];
    if (file) onFile(file);
    // Lets the user pick the same file again after it was refused.
    event.currentTarget.value = '';
  }

  return (
    <div className={styles.two}>
      <button
        type="button"
        className={`${styles.button} ${styles.camera}`}
        aria-label={text.photoFor(document)}
        onClick={() => camera.current?.click()}
      >
        <IconCamera size={18} aria-hidden />
        {text.takePhoto}
      </button>
      <button
        type="button"
        className={styles.button}
        aria-label={text.chooseFor(document)}
        onClick={() => files.current?.click()}
      >
        <IconFileUpload size={18} aria-hidden />
        {text.chooseFile}
      </button>
      <span className={styles.orDrop}>{text.orDrop}</span>
      <input
        ref={camera}
        type="file"
        hidden
        aria-label={text.photoFor(document)}
        accept="image/jpeg,image/png"
        capture="environment"
        onChange={pick}
      />
      <input
        ref={files}
        type="file"
        hidden
        aria-label={text.chooseFor(document)}
        accept={ACCEPTS}
        onChange={pick}
      />
    </div>
  );
}

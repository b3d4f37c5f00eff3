import { IconFile, IconRefresh } from '@tabler/icons-react';
import { renewalText as text } from '#web/texts/renewal.ts';
import { useSourceUrl } from '#web/ui/useSourceUrl.ts';
import styles from './Renewal.module.css';

const MEGABYTE = 1_048_576;
const sizeOf = (bytes: number) =>
  bytes < MEGABYTE ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;

interface ChosenFileProps {
  document: string;
  file: File;
  /** The part that was sent, from 0 to 1; null while nothing is sent. */
  part: number | null;
  onUpload: () => void;
  onCancel: () => void;
  onAnother: () => void;
}

/** A file before it is sent, with a small picture of it, and on its way. */
export function ChosenFile({ document, file, part, onUpload, onCancel, onAnother }: ChosenFileProps) {
  const percent = Math.round((part ?? 0) * 100);
  return (
    <div className={styles.chosen}>
      <Thumbnail file={file} />
      <div className={styles.file}>
        <b>{file.name}</b>
        {part === null ? (
          <span className={styles.quiet}>{sizeOf(file.size)}</span>
        ) : (
          <progress
            className={styles.progress}
            max={100}
            value={percent}
            aria-label={text.uploading(percent)}
          />
        )}
      </div>
      {part === null ? (
        <>
          <button type="button" className={styles.icon} aria-label={text.another} onClick={onAnother}>
            <IconRefresh size={18} aria-hidden />
          </button>
          <button
            type="button"
            className={styles.primary}
            aria-label={text.uploadOf(document)}
            data-upload
            onClick={onUpload}
          >
            {text.upload}
          </button>
        </>
      ) : (
        <button type="button" className={styles.button} onClick={onCancel}>
          {text.cancel}
        </button>
      )}
    </div>
  );
}

/** A picture is shown; any other file has an icon. */
function Thumbnail({ file }: { file: File }) {
  const url = useSourceUrl(/^image\/(?:jpeg|png|gif)$/.test(file.type) ? file : undefined);
  return (
    <span className={styles.thumb}>
      {url === undefined ? <IconFile size={22} aria-hidden /> : <img src={url} alt="" />}
    </span>
  );
}

import { requestDetailText } from '#web/texts/requestDetail.ts';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './Detail.module.css';

/** The warnings on the current content. None of them blocks the request. */
export function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <div className={styles.news}>
      <Notice meaning="waiting">
        <ul className={styles.warnings} aria-label={requestDetailText.request.warnings}>
          {warnings.map((warning, index) => (
            <li key={index}>{warning}</li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

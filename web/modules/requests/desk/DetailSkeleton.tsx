import styles from './Desk.module.css';

const LINES = ['44%', '72%', '58%', '80%', '36%', '64%', '50%', '76%'];

/** Grey lines of the real height in place of a request that is on its way. */
export function DetailSkeleton() {
  return (
    <div className={styles.skeletons} aria-busy aria-hidden>
      {LINES.map((width) => (
        <span key={width} style={{ width }} />
      ))}
    </div>
  );
}

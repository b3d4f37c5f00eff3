import styles from './Access.module.css';

const SIZE = 800;
const STEPS = 720;
const LINES = 12;

/** A closed wavy ring. Rings of growing phase form a guilloche, the pattern engraved on banknotes. */
function ring(line: number): string {
  const phase = (line / LINES) * 2 * Math.PI;
  const points = Array.from({ length: STEPS }, (_, step) => {
    const angle = (step / STEPS) * 2 * Math.PI;
    const radius = 300 + 56 * Math.sin(18 * angle + phase) + 26 * Math.sin(36 * angle - phase);
    const x = SIZE / 2 + radius * Math.cos(angle);
    const y = SIZE / 2 + radius * Math.sin(angle);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}

const rings = Array.from({ length: LINES }, (_, line) => ring(line));

/** The engraving behind the sign-in form. */
export function Guilloche() {
  return (
    <svg className={styles.guilloche} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden>
      {rings.map((path) => (
        <path key={path} d={path} fill="none" stroke="currentColor" strokeWidth={0.8} />
      ))}
    </svg>
  );
}

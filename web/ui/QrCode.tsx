import { encodeQR } from 'qr';
import styles from './QrCode.module.css';

/** The width of the white border in modules. Cameras do not detect the code without it. */
const BORDER = 4;

/** A text as a QR code: black on white in either scheme, because cameras expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const modules = encodeQR(text, 'raw', { border: BORDER, ecc: 'medium' });
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.qr}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

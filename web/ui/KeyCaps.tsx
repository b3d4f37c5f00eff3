import styles from './KeyCaps.module.css';

const KEY_NAMES: Record<string, string> = {
  ctrl: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  enter: 'Enter',
  escape: 'Esc',
  arrows: '↑ ↓',
  space: 'Space',
  home: 'Home',
  end: 'End',
};

const keyName = (key: string) => KEY_NAMES[key] ?? key.toUpperCase();

/** A key combination drawn as keys. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split('+').map((key) => (
        <kbd key={key} className={styles.key}>
          {keyName(key)}
        </kbd>
      ))}
    </span>
  );
}

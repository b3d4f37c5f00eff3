import { Switch } from '@mantine/core';
import { uiText } from '#web/texts/ui.ts';
import { Dialog } from './Dialog.tsx';
import { useActiveKeys, useSingleKeys } from './keys.ts';
import { Keys } from './KeyCaps.tsx';
import styles from './KeySheet.module.css';

interface KeySheetProps {
  opened: boolean;
  onClose: () => void;
}

/** The keys that work on the page below it, and the switch for single keys. */
export function KeySheet({ opened, onClose }: KeySheetProps) {
  const active = useActiveKeys();
  const [single, setSingle] = useSingleKeys();
  return (
    <Dialog opened={opened} onClose={onClose} title={uiText.keys.title} width="sm">
      <dl className={styles.list}>
        {[...Map.groupBy(active, (binding) => binding.does)].map(([does, bindings]) => (
          <div key={does} className={styles.row}>
            <dt>{does}</dt>
            <dd className={styles.strokes}>
              {bindings.map(({ keys }) => (
                <Keys key={keys} keys={keys} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        mt={16}
        label={uiText.keys.singleKeys}
        description={uiText.keys.singleKeysHelp}
        checked={single}
        onChange={(event) => setSingle(event.currentTarget.checked)}
      />
    </Dialog>
  );
}

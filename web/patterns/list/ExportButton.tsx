import { IconDownload } from '@tabler/icons-react';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { useProblem } from '../problem/useProblem.tsx';

/** Saves the whole list as a file; shows the reason if it fails. */
export function ExportButton({ label, onExport }: { label: string; onExport: () => Promise<void> }) {
  const [modal, showProblem] = useProblem();
  return (
    <>
      <ActionButton
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onPress={() => onExport().catch(showProblem)}
      >
        {label}
      </ActionButton>
      {modal}
    </>
  );
}

import { ibrText } from '#web/texts/ibr.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Offer } from '#web/ui/Offer.tsx';
import { timeOf, type IbrState } from './ibr.ts';
import styles from './Ibr.module.css';
import { MailPanel, type Progress } from './MailPanel.tsx';
import { RateGrid } from './RateGrid.tsx';
import type { Entry } from './useEntry.ts';

interface EntryPanelProps {
  entry: Entry;
  state: IbrState;
  progress: Progress | undefined;
  onEnd: () => void;
  onResendFailed?: (() => Promise<void>) | undefined;
}

/** The tab New: the grid, the notices beside it, and the mails of the last publication. */
export function EntryPanel({ entry, state, progress, onEnd, onResendFailed }: EntryPanelProps) {
  useKeys(
    entry.isReadOnly
      ? []
      : [
          { keys: 'enter', does: ibrText.keys.down },
          { keys: 'arrows', does: ibrText.keys.up },
          { keys: 'ctrl+z', does: ibrText.keys.undo },
        ],
  );
  if (entry.rows.length === 0) return <EmptyState title={ibrText.grid.empty} text={ibrText.grid.emptyText} />;
  return (
    <div className={styles.entry}>
      <div className={styles.gridBox}>
        <RateGrid entry={entry} isPublished={state.final !== null} onEnd={onEnd} />
      </div>
      <div className={styles.aside}>
        <div className={styles.notices}>
          <Notices entry={entry} final={state.final} />
        </div>
        <MailPanel progress={progress} published={state.latest} onResendFailed={onResendFailed} />
      </div>
    </div>
  );
}

function Notices({ entry, final }: { entry: Entry; final: IbrState['final'] }) {
  const isOvertaken = entry.isDirty && final !== null && final.srno > entry.version;
  return (
    <>
      {entry.isReadOnly ? <Notice meaning="info">{ibrText.grid.readOnly}</Notice> : null}
      {isOvertaken ? (
        <Offer
          meaning="waiting"
          text={ibrText.stale.meanwhile(final.userName, timeOf(final))}
          action={ibrText.stale.look}
          onPress={() => entry.theirs.look({ srno: final.srno, by: final.userName, at: final.savedAt })}
        />
      ) : null}
      {entry.saved === null ? null : (
        <Notice meaning="done" live>
          {entry.saved}
        </Notice>
      )}
      {entry.startOver === null ? null : (
        <Offer text={ibrText.restored} action={ibrText.startOver} onPress={entry.startOver} />
      )}
      {entry.undo === null ? null : (
        <Offer text={entry.undo.text} action={ibrText.undo} onPress={entry.undo.run} />
      )}
      {entry.isReadOnly ? null : <p className={styles.quiet}>{ibrText.grid.hint}</p>}
    </>
  );
}

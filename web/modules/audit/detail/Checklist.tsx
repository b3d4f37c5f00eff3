import { Button } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { AUDIT_LIMITS } from '#domain/audit/audit.ts';
import { ATTENDANCE_ROW, type ChecklistAnswer } from '#domain/audit/codes.ts';
import { auditDetailText } from '#web/texts/audit.ts';
import { ChecklistGrid } from '#web/ui/checklist/ChecklistGrid.tsx';
import type { ChecklistItem } from '#web/ui/checklist/rows.ts';
import { lazyPart } from '#web/ui/lazyPart.ts';
import type { AuditTabProps } from './auditTab.ts';
import { fieldsOf, storedRows, type Fields } from './edits.ts';
import { hasBefore } from './tabs.ts';
import type { AuditWork } from './useAuditEdits.tsx';

const text = auditDetailText.checklist;
const Attendance = lazyPart(() => import('./Attendance.tsx'), 'Attendance');

interface ChecklistProps extends AuditTabProps {
  tab: 'rbi' | 'operational';
  work: AuditWork;
}

/** The RBI or the operational checklist of an audit. */
export function Checklist({ detail, tab, mayChange, work }: ChecklistProps) {
  const [papersOf, setPapersOf] = useState<number | null>(null);
  const listed = tab === 'rbi' ? detail.rbi : detail.operational;
  const stored = new Map(storedRows(detail, tab).map((row) => [row.srno, row]));
  const edits = work.edits[tab] ?? {};
  const previous = detail.header.previousMonth;

  const rows = listed.map((row): ChecklistItem => {
    const own = stored.get(row.srno);
    const fields = own === undefined ? null : fieldsOf(work.edits, tab, own);
    return {
      id: row.srno,
      no: String(row.no),
      words: row.particulars,
      answer: (fields?.['answer'] ?? 'S') as ChecklistAnswer,
      note: fields?.['observation'] ?? '',
      isHeading: own === undefined,
      isUnsaved: row.srno in edits,
      before: row.lastAnswer,
      beforeNote: row.lastObservation,
      ...(tab === 'operational' && row.no === ATTENDANCE_ROW
        ? { more: <DocumentLink onPress={() => setPapersOf(row.srno)} /> }
        : {}),
    };
  });

  function change(id: number, some: Fields): void {
    const row = stored.get(id);
    if (row !== undefined) work.change(tab, row, some);
  }

  return (
    <>
      <ChecklistGrid
        label={auditDetailText.tab[tab]}
        rows={rows}
        before={
          hasBefore(listed)
            ? { head: previous, changed: text.changed(previous.split(' ')[0] ?? previous) }
            : null
        }
        isReadOnly={!mayChange}
        maxNoteChars={AUDIT_LIMITS.observation}
        onAnswer={(id, answer) => change(id, { answer })}
        onNote={(id, observation) => change(id, { observation })}
      />
      {papersOf === null ? null : (
        <Suspense fallback={null}>
          <Attendance row={papersOf} mayChange={mayChange} onClose={() => setPapersOf(null)} />
        </Suspense>
      )}
    </>
  );
}

function DocumentLink({ onPress }: { onPress: () => void }) {
  return (
    <Button
      variant="transparent"
      size="compact-sm"
      leftSection={<IconPaperclip size={14} aria-hidden />}
      onClick={onPress}
    >
      {text.document}
    </Button>
  );
}

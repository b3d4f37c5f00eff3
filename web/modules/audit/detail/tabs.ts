import type { AuditDetail, ChecklistRow } from '#contract/audit/audit.ts';
import { FORMATS } from '#domain/audit/codes.ts';
import { auditDetailText as text } from '#web/texts/audit.ts';
import type { Tab } from '#web/ui/Tabs.tsx';
import { AUDIT_TABS, type AuditTab } from '../useAuditAddress.ts';
import { fieldsOf, storedRows, unsavedTabs, type AuditEdits, type SavedTab } from './edits.ts';

/** How many rows of a checklist are answered, of how many, with what is not saved yet. */
export function answeredIn(
  detail: AuditDetail,
  edits: AuditEdits,
  tab: 'rbi' | 'operational',
): { readonly answered: number; readonly all: number } {
  const rows = storedRows(detail, tab);
  return {
    answered: rows.filter((row) => fieldsOf(edits, tab, row)['dtl_yesno'] !== 'S').length,
    all: rows.length,
  };
}

/** The transactions of an audit that are not marked yet, and all of them. */
export function transactionsIn({ Tally }: AuditDetail): { readonly pending: number; readonly all: number } {
  const sum = (rows: AuditDetail['Tally']) => rows.reduce((total, { n }) => total + n, 0);
  return { pending: sum(Tally.filter(({ status }) => status === 'PEN')), all: sum(Tally) };
}

interface Progress {
  readonly count?: string;
  readonly isComplete?: boolean;
}

const partOf = (done: number, all: number): Progress =>
  all > 0 && done === all ? { isComplete: true } : { count: `${done}/${all}` };

function progressOf(tab: AuditTab, detail: AuditDetail, edits: AuditEdits): Progress {
  switch (tab) {
    case 'rbi':
    case 'operational': {
      const { answered, all } = answeredIn(detail, edits, tab);
      return partOf(answered, all);
    }
    case 'documents':
      return partOf(FORMATS.length - detail.DocUpload.length, FORMATS.length);
    case 'transactions': {
      const { pending, all } = transactionsIn(detail);
      return all === 0 ? {} : pending === 0 ? { isComplete: true } : { count: text.left(pending) };
    }
    case 'masters':
      return detail.DiscreMaster.length === 0 ? {} : { count: String(detail.DiscreMaster.length) };
    case 'summary':
    case 'count':
    case 'mis':
      return {};
  }
}

/** The tabs of an audit with their progress. */
export function tabsOf(detail: AuditDetail, edits: AuditEdits): readonly Tab<AuditTab>[] {
  const unsaved: readonly AuditTab[] = unsavedTabs(edits);
  return AUDIT_TABS.map((id) => ({
    id,
    label: text.tab[id],
    ...progressOf(id, detail, edits),
    isUnsaved: unsaved.includes(id),
  }));
}

export const tabNames = (tabs: readonly SavedTab[]): string => tabs.map((tab) => text.tab[tab]).join(', ');

/** Whether a checklist has a column for the month before. */
export const hasBefore = (rows: readonly ChecklistRow[]): boolean =>
  rows.some(({ last_yesno }) => last_yesno !== '');

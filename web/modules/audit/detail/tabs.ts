import type { ReactNode } from 'react';
import type { AuditDetail, ChecklistRow } from '#contract/audit/audit.ts';
import { FORMATS, TRANSACTION_TYPE_WORDS, type TransactionType } from '#domain/audit/codes.ts';
import { auditDetailText as text } from '#web/texts/audit.ts';
import type { Tab } from '#web/ui/Tabs.tsx';
import { AUDIT_TABS, type AuditTab } from '../useAuditAddress.ts';
import { countOf, fieldsOf, storedRows, unsavedTabs, type AuditEdits, type SavedTab } from './edits.ts';

/** How many rows of a checklist are answered, of how many, with what is not saved yet. */
export function answeredIn(
  detail: AuditDetail,
  edits: AuditEdits,
  tab: 'rbi' | 'operational',
): { readonly answered: number; readonly all: number } {
  const rows = storedRows(detail, tab);
  return {
    answered: rows.filter((row) => fieldsOf(edits, tab, row)['answer'] !== 'S').length,
    all: rows.length,
  };
}

/** What of the transaction count nobody has counted: purchases and sales by type, money transfer by partner. */
export function uncountedIn({ purchases, sales, transfers }: AuditDetail, edits: AuditEdits): string[] {
  const typeOf = (code: string) => TRANSACTION_TYPE_WORDS[code.slice(0, 2) as TransactionType];
  const missing = (
    rows: AuditDetail['purchases'],
    nameOf: (row: AuditDetail['purchases'][number]) => string,
  ) => rows.filter((row) => countOf(edits, row) === null).map(nameOf);
  return [
    ...new Set([
      ...missing([...purchases, ...sales], ({ code }) => typeOf(code)),
      ...missing(transfers, ({ particulars }) => particulars),
    ]),
  ];
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
      return partOf(FORMATS.length - detail.missingFormats.length, FORMATS.length);
    case 'masters':
      return detail.partyDiscrepancies.length === 0
        ? {}
        : { count: String(detail.partyDiscrepancies.length) };
    case 'transactions':
    case 'summary':
    case 'count':
    case 'mis':
      return {};
  }
}

/** The tabs of an audit with their progress; that of the transactions changes with each mark. */
export function tabsOf(
  detail: AuditDetail,
  edits: AuditEdits,
  transactions: ReactNode,
): readonly Tab<AuditTab>[] {
  const unsaved: readonly AuditTab[] = unsavedTabs(edits);
  return AUDIT_TABS.map((id) => ({
    id,
    label: text.tab[id],
    ...(id === 'transactions' ? { live: transactions } : progressOf(id, detail, edits)),
    isUnsaved: unsaved.includes(id),
  }));
}

export const tabNames = (tabs: readonly SavedTab[]): string => tabs.map((tab) => text.tab[tab]).join(', ');

/** Whether a checklist has a column for the month before. */
export const hasBefore = (rows: readonly ChecklistRow[]): boolean =>
  rows.some(({ lastAnswer }) => lastAnswer !== '');

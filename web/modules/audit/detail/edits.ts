import type { AuditDetail, ChecklistRow, CountRow } from '#contract/audit/audit.ts';
import type { ArgsOf } from '#contract/define.ts';
import type { saveAudit } from '#contract/audit/audit.ts';
import type { ChecklistAnswer } from '#domain/audit/codes.ts';
import { auditDetailText as text } from '#web/texts/audit.ts';
import type { StaleChange } from '#web/ui/StaleDialog.tsx';
import type { AuditTab } from '../useAuditAddress.ts';

/** The tabs whose rows are typed and saved. */
export type SavedTab = Extract<AuditTab, 'rbi' | 'operational' | 'summary' | 'count' | 'mis'>;
export const SAVED_TABS: readonly SavedTab[] = ['rbi', 'operational', 'summary', 'count', 'mis'];

/** What a user types in one row, by the names of the call; an empty text means that nothing is entered. */
export type Fields = Readonly<Record<string, string>>;

/** A row as it is stored. */
export interface StoredRow {
  readonly srno: number;
  readonly version: number;
  /** How a message names the row. */
  readonly label: string;
  readonly fields: Fields;
}

/** A row that was changed and not saved: what it was when the change began, and what it is now. */
export interface RowEdit {
  readonly version: number;
  readonly before: Fields;
  readonly fields: Fields;
}
export type TabEdits = Readonly<Record<string, RowEdit>>;
/** The unsaved rows of every tab. */
export type AuditEdits = Readonly<Partial<Record<SavedTab, TabEdits>>>;

const checklist = (rows: readonly ChecklistRow[]): readonly StoredRow[] =>
  rows
    .filter(({ isEditable }) => isEditable)
    .map(({ srno, version, no, particulars, answer, observation }) => ({
      srno,
      version,
      label: text.checklist.rowOf(no, particulars),
      fields: { answer, observation },
    }));

const written = (count: number | null) => (count === null ? '' : String(count));

/** The rows of a tab that can be typed, as they are stored. */
export function storedRows(detail: AuditDetail, tab: SavedTab): readonly StoredRow[] {
  switch (tab) {
    case 'rbi':
      return checklist(detail.rbi);
    case 'operational':
      return checklist(detail.operational);
    case 'count':
      return detail.transfers.map(({ srno, version, particulars, transactions, source }) => ({
        srno,
        version,
        label: particulars,
        fields: { transactions: source === '' ? '' : String(transactions) },
      }));
    case 'mis':
      return detail.business.map(({ srno, version, particulars, lastMonth }) => ({
        srno,
        version,
        label: particulars,
        fields: { lastMonth },
      }));
    case 'summary':
      return detail.summary.map((row) => ({
        srno: row.srno,
        version: row.version,
        label: row.particulars,
        fields: {
          lastMonth: written(row.lastMonth),
          complied: written(row.complied),
        },
      }));
  }
}

const areSame = (one: Fields, other: Fields) => Object.keys(one).every((name) => one[name] === other[name]);

/** The fields of a row with the unsaved changes. */
export const fieldsOf = (edits: AuditEdits, tab: SavedTab, row: StoredRow): Fields =>
  edits[tab]?.[row.srno]?.fields ?? row.fields;

/** The transactions of a count with what is not saved; null if nobody has counted them. Only money transfer is typed. */
export function countOf(edits: AuditEdits, { srno, source, transactions }: CountRow): number | null {
  const value = edits.count?.[srno]?.fields['transactions'];
  if (value === undefined) return source === '' ? null : transactions;
  return value === '' ? null : Number(value);
}

/** The edits after some fields of a row have changed. A row that is as it was is not an edit any more. */
export function changeRow(edits: AuditEdits, tab: SavedTab, row: StoredRow, some: Fields): AuditEdits {
  const present = edits[tab]?.[row.srno] ?? { version: row.version, before: row.fields, fields: row.fields };
  const fields = { ...present.fields, ...some };
  const { [row.srno]: _, ...others } = edits[tab] ?? {};
  return {
    ...edits,
    [tab]: areSame(fields, present.before) ? others : { ...others, [row.srno]: { ...present, fields } },
  };
}

export const countEdits = (edits: AuditEdits, tab: SavedTab): number => Object.keys(edits[tab] ?? {}).length;

export const unsavedTabs = (edits: AuditEdits): readonly SavedTab[] =>
  SAVED_TABS.filter((tab) => countEdits(edits, tab) > 0);

export function withoutTab(edits: AuditEdits, tab: SavedTab): AuditEdits {
  const { [tab]: _, ...others } = edits;
  return others;
}

type SaveArgs = ArgsOf<typeof saveAudit>['audit'];

/** The changed rows of one tab for the call; every other tab is absent, so that it stays as it is. */
export function writeTab(edits: AuditEdits, tab: SavedTab): Partial<SaveArgs> {
  const rows = Object.entries(edits[tab] ?? {}).map(([srno, { version, fields }]) => ({
    srno: Number(srno),
    version,
    fields,
  }));
  if (rows.length === 0) return {};
  const answers = () =>
    rows.map(({ fields, ...row }) => ({
      ...row,
      answer: fields['answer'] as ChecklistAnswer,
      observation: (fields['observation'] ?? '').trim(),
    }));
  const figure = (fields: Fields, name: string) => fields[name] ?? '';
  switch (tab) {
    case 'rbi':
      return { rbi: answers() };
    case 'operational':
      return { operational: answers() };
    case 'count':
      return {
        transfers: rows.map(({ fields, ...row }) => ({
          ...row,
          transactions: figure(fields, 'transactions'),
          source: 'typed',
        })),
      };
    case 'mis':
      return {
        business: rows.map(({ fields, ...row }) => ({
          ...row,
          lastMonth: figure(fields, 'lastMonth'),
        })),
      };
    case 'summary':
      return {
        summary: rows.map(({ fields, ...row }) => ({
          ...row,
          lastMonth: figure(fields, 'lastMonth'),
          complied: figure(fields, 'complied'),
        })),
      };
  }
}

/** The unsaved rows of a tab that another user has saved since. */
export const conflictsOf = (detail: AuditDetail, edits: AuditEdits, tab: SavedTab): readonly StoredRow[] =>
  storedRows(detail, tab).filter(({ srno, version }) => {
    const edit = edits[tab]?.[srno];
    return edit !== undefined && edit.version !== version;
  });

const sayFields = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => (name === 'answer' ? text.checklist.answers[value as ChecklistAnswer] : value))
    .filter((value) => value !== '')
    .join(', ');

/** The rows of others in words: before, now, and what this user has typed. */
export const sayConflicts = (
  conflicts: readonly StoredRow[],
  edits: AuditEdits,
  tab: SavedTab,
): readonly StaleChange[] =>
  conflicts.map(({ srno, label, fields }) => {
    const edit = edits[tab]?.[srno];
    return {
      label,
      was: sayFields(edit?.before ?? {}),
      now: sayFields(fields),
      mine: edit === undefined ? null : sayFields(edit.fields),
    };
  });

/** Takes the rows of others instead of one's own; one's other rows stay. */
export const takeTheirs = (
  edits: AuditEdits,
  tab: SavedTab,
  conflicts: readonly StoredRow[],
): AuditEdits => ({
  ...edits,
  [tab]: Object.fromEntries(
    Object.entries(edits[tab] ?? {}).filter(([srno]) => conflicts.every((row) => String(row.srno) !== srno)),
  ),
});

/** Keeps one's own rows on top of those of others. */
export const keepMine = (edits: AuditEdits, tab: SavedTab, conflicts: readonly StoredRow[]): AuditEdits => ({
  ...edits,
  [tab]: {
    ...edits[tab],
    ...Object.fromEntries(
      conflicts.flatMap(({ srno, version, fields }) => {
        const edit = edits[tab]?.[srno];
        return edit === undefined ? [] : [[srno, { version, before: fields, fields: edit.fields }]];
      }),
    ),
  },
});

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
    .filter(({ mst_editable }) => mst_editable === 1)
    .map(({ srno, version, no, mst_particulars, dtl_yesno, dtl_auditobservation }) => ({
      srno,
      version,
      label: text.checklist.rowOf(no, mst_particulars),
      fields: { dtl_yesno, dtl_auditobservation },
    }));

const written = (count: number | null) => (count === null ? '' : String(count));

/** The rows of a tab that can be typed, as they are stored. */
export function storedRows(detail: AuditDetail, tab: SavedTab): readonly StoredRow[] {
  switch (tab) {
    case 'rbi':
      return checklist(detail.RBIGL);
    case 'operational':
      return checklist(detail.OPSGL);
    case 'count':
      return detail.MtssCount.map(({ srno, version, mst_particulars, dtl_trancount, source }) => ({
        srno,
        version,
        label: mst_particulars,
        fields: { dtl_trancount: source === '' ? '' : String(dtl_trancount) },
      }));
    case 'mis':
      return detail.BussMis.map(({ srno, version, mst_particulars, dtl_lastmonthamnt }) => ({
        srno,
        version,
        label: mst_particulars,
        fields: { dtl_lastmonthamnt },
      }));
    case 'summary':
      return detail.DISSCRSUMM.map((row) => ({
        srno: row.srno,
        version: row.version,
        label: row.mst_particulars,
        fields: {
          dtl_disclastmonth: written(row.dtl_disclastmonth),
          dtl_discpreviouscompiled: written(row.dtl_discpreviouscompiled),
        },
      }));
  }
}

const areSame = (one: Fields, other: Fields) => Object.keys(one).every((name) => one[name] === other[name]);

/** The fields of a row with the unsaved changes. */
export const fieldsOf = (edits: AuditEdits, tab: SavedTab, row: StoredRow): Fields =>
  edits[tab]?.[row.srno]?.fields ?? row.fields;

/** The transactions of a count with what is not saved; null if nobody has counted them. Only money transfer is typed. */
export function countOf(edits: AuditEdits, { srno, source, dtl_trancount }: CountRow): number | null {
  const value = edits.count?.[srno]?.fields['dtl_trancount'];
  if (value === undefined) return source === '' ? null : dtl_trancount;
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
      dtl_yesno: fields['dtl_yesno'] as ChecklistAnswer,
      dtl_auditobservation: (fields['dtl_auditobservation'] ?? '').trim(),
    }));
  const figure = (fields: Fields, name: string) => fields[name] ?? '';
  switch (tab) {
    case 'rbi':
      return { auditRBIGLData: answers() };
    case 'operational':
      return { auditOPSGLData: answers() };
    case 'count':
      return {
        auditMtssCountData: rows.map(({ fields, ...row }) => ({
          ...row,
          dtl_trancount: figure(fields, 'dtl_trancount'),
          source: 'typed',
        })),
      };
    case 'mis':
      return {
        auditBussMisData: rows.map(({ fields, ...row }) => ({
          ...row,
          dtl_lastmonthamnt: figure(fields, 'dtl_lastmonthamnt'),
        })),
      };
    case 'summary':
      return {
        auditDisscrSummData: rows.map(({ fields, ...row }) => ({
          ...row,
          dtl_disclastmonth: figure(fields, 'dtl_disclastmonth'),
          dtl_discpreviouscompiled: figure(fields, 'dtl_discpreviouscompiled'),
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
    .map(([name, value]) => (name === 'dtl_yesno' ? text.checklist.answers[value as ChecklistAnswer] : value))
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

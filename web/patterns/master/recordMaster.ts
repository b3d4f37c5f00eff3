import type { RecordField } from '#contract/record-fields.ts';
import type { RecordOf } from '#contract/record.ts';
import { fieldProblems } from '#domain/rules.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import type { Column } from '#web/ui/table/columns.ts';
import { importBy } from '../import/masterImport.ts';
import type {
  FieldValue,
  ManyPicker,
  Master,
  MasterField,
  MasterTexts,
  NameOf,
  OnePicker,
} from './master.ts';
import { draftOf } from '../record/draftOf.ts';
import { recordColumns } from './recordColumns.tsx';

interface RecordMaster<Draft, Row> {
  readonly record: RecordOf<Draft, Row>;
  readonly texts: MasterTexts;
  /** The pickers of the fields that refer to other records. */
  readonly pickers?: Readonly<Partial<Record<NameOf<Draft>, OnePicker | ManyPicker>>>;
  /** All fields of the form, if they do not simply follow from those of the record. Problems come in their order. */
  readonly fields?: readonly MasterField<Draft>[];
  /** The cells that are more than their text. */
  readonly cells?: Readonly<Partial<Record<NameOf<Draft>, Column<Row>['cell']>>>;
}

const choicesOf = (values: readonly (readonly [string, string])[]) =>
  values.map(([value, label]) => ({ value, label }));

/** How a field of a record is entered. */
function fieldOf<Draft>(
  name: NameOf<Draft>,
  { kind, words = {}, numbers }: RecordField,
  picker: unknown,
  record: string,
): MasterField<Draft> {
  if ((kind === 'reference' || kind === 'references') && picker === undefined)
    throw new Error(`${name} of ${record} has no picker`);
  switch (kind) {
    case 'choice':
      return { name, kind, choices: choicesOf(Object.entries(words)) };
    case 'whole':
      return numbers === undefined
        ? { name, kind }
        : { name, kind: 'choice', choices: choicesOf(numbers.map((number) => [number, number])) };
    case 'reference':
      return { name, kind: 'picker', picker: picker as OnePicker };
    case 'references':
      return { name, kind: 'pickers', picker: picker as ManyPicker };
    case 'text':
    case 'code':
    case 'yes-no':
    case 'active':
      return { name, kind };
  }
}

/** The master of a record: its list, its form and its calls follow from the record's declaration. */
export function recordMaster<
  Draft extends Readonly<Record<keyof Draft, FieldValue>>,
  Row extends Draft & { readonly srno: number },
>({ record, texts, pickers, cells, ...given }: RecordMaster<Draft, Row>): Master<Row, Draft> {
  const names = Object.keys(record.fields) as NameOf<Draft>[];
  const fields =
    given.fields ??
    names.map((name) => fieldOf<Draft>(name, record.fields[name], pickers?.[name], record.name));
  const missing = names.filter((name) => fields.every((field) => field.name !== name));
  if (missing.length > 0) throw new Error(`the form of ${record.name} has no ${missing.join(', ')}`);
  const rules = Object.fromEntries(
    fields.map(({ name }) => [name, record.fields[name]]),
  ) as typeof record.fields;
  const open = async (srno: number, signal?: AbortSignal) =>
    (await call(record.detail, { srno }, { signal })).reply;
  return {
    id: record.name,
    right: record.right,
    texts,
    columns: recordColumns(record, cells ?? {}),
    srnoOf: ({ srno }) => srno,
    nameOfRow: (row) => String(row[record.title as keyof Draft]),
    fields,
    rules,
    problems: (draft) => fieldProblems(rules, { ...draft }),
    blank: record.blank,
    // Only the server knows the names of other records that a row shows.
    rowOf: (srno, draft) =>
      names.some((name) => record.fields[name].shownAs !== undefined)
        ? open(srno)
        : ({ srno, ...record.cleaned(draft) } as unknown as Row),
    list: (page, signal) => call(record.list, { page }, { signal }),
    detail: async (srno, signal) => {
      const row = await open(srno, signal);
      return {
        draft: draftOf<Draft>(row, names),
        version: row.version,
        changedBy: row.changedBy,
        changedAt: row.changedAt,
      };
    },
    save: (srno, draft, options) => call(record.save, { srno, record: draft }, options),
    exportList: (page) => download(record.exported, { page }),
    imports: importBy(record),
  };
}

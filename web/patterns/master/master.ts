import type { ComponentType } from 'react';
import type { Page } from '#contract/fields.ts';
import type { RightKey } from '#domain/rights.ts';
import type { FieldProblem, FieldRule } from '#domain/rules.ts';
import type { Answer } from '#web/wire/call.ts';
import type { CallOptions } from '#web/wire/post.ts';
import type { ManyPickerProps } from '#web/pickers/ManyPicker.tsx';
import type { PickerProps } from '#web/pickers/Picker.tsx';
import type { FromSource, Source } from '#web/pickers/source.ts';
import type { Column } from '#web/ui/table/columns.ts';
import type { MasterImport } from '../import/masterImport.ts';

/** The value of one field of a master; null is an unanswered choice, or no number. */
export type FieldValue = string | boolean | readonly string[] | null;

export type NameOf<Draft> = keyof Draft & string;

export type OnePicker = ComponentType<PickerProps> & FromSource;
export type ManyPicker = ComponentType<ManyPickerProps> & FromSource;

/**
 * How a field is entered: a line of text, a code in capitals, a whole number or none, yes or no, active or inactive, a
 * choice between a few values, a record of another master, several of them, or a component of the master's own. A
 * picker can be limited by the value of another field; a choice or a picker can clear the fields that depend on it.
 */
export type MasterField<Draft> = { readonly name: NameOf<Draft> } & (
  | { readonly kind: 'text' | 'code' | 'whole' | 'yes-no' | 'active' }
  | {
      readonly kind: 'choice';
      readonly choices: readonly { readonly value: string; readonly label: string }[];
      readonly clears?: readonly NameOf<Draft>[];
    }
  | {
      readonly kind: 'picker';
      readonly picker: OnePicker;
      readonly within?: NameOf<Draft>;
      readonly clears?: readonly NameOf<Draft>[];
    }
  | { readonly kind: 'pickers'; readonly picker: ManyPicker }
  | {
      readonly kind: 'part';
      readonly part: ComponentType<PartProps<Draft>>;
      /** The source of the value's name, if the component is a picker. */
      readonly source?: Source;
      /** How the value is shown, if that differs from the typed text. */
      readonly shown?: (typed: string) => string;
    }
);

/** The properties of a component of a form: it gets the whole draft because it may use several fields. */
export interface PartProps<Draft> {
  readonly id: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly draft: Draft;
  /** Whether the record is not stored yet. */
  readonly isNew: boolean;
  readonly isReadOnly: boolean;
  readonly onChange: (draft: Draft) => void;
}

/** The properties of the component below the fields of a stored record. */
export interface AsideProps {
  readonly srno: number;
  readonly isReadOnly: boolean;
}

/** A record as it was opened, with the user who last changed it and the time (ISO 8601). */
export interface Opened<Draft> {
  readonly draft: Draft;
  readonly version: number;
  readonly changedBy: string;
  readonly changedAt: string;
  /** The reason why this user may not change the record although the right allows it; empty or absent if they may. */
  readonly locked?: string;
  /** The fields that this user may not change, and the reason. */
  readonly fixed?: { readonly fields: readonly NameOf<Draft>[]; readonly why: string };
}

export interface MasterTexts {
  readonly title: string;
  readonly add: string;
  readonly edit: string;
  readonly view: string;
  /** The text of the button that adds a record, if it is not the common one. */
  readonly addNew?: string;
}

/** The reply to a save; `proposed` if another user must approve it first. */
interface SavedRecord {
  readonly srno: number;
  readonly msg?: string | undefined;
  readonly proposed?: 1 | undefined;
}

/**
 * A record with a form: its fields in order, the rules that browser and server share, and how it is fetched and saved.
 */
export interface RecordForm<Draft extends Readonly<Record<keyof Draft, FieldValue>>> {
  readonly id: string;
  /** The record's name in the trail, if it differs from the id. */
  readonly record?: string;
  readonly texts: MasterTexts;
  readonly fields: readonly MasterField<Draft>[];
  readonly rules: Readonly<Record<NameOf<Draft>, FieldRule>>;
  readonly problems: (draft: Draft) => FieldProblem<NameOf<Draft>>[];
  /** A new record before anything is typed. */
  readonly blank: Draft;
  readonly detail: (srno: number, signal: AbortSignal) => Promise<Opened<Draft>>;
  readonly save: (srno: number, draft: Draft, options: CallOptions) => Promise<Answer<SavedRecord>>;
  /** Whether the fields are in two columns if there is space; a component takes the full width. */
  readonly isInPairs?: boolean;
  /** Shown below the fields of a stored record, with actions other than saving. */
  readonly aside?: ComponentType<AsideProps>;
}

/** The list of a master. */
export interface MasterOfList<Row extends object> {
  readonly id: string;
  readonly texts: Pick<MasterTexts, 'title'>;
  readonly columns: readonly Column<Row>[];
  /** Whether there are so many columns that they must be narrow. */
  readonly isTight?: boolean;
  readonly srnoOf: (row: Row) => number;
  /** The key of a row; its serial number by default. */
  readonly keyOf?: (row: Row) => string;
  /** The name of a record in messages. */
  readonly nameOfRow: (row: Row) => string;
  readonly list: (page: Page, signal: AbortSignal) => Promise<Answer<readonly Row[]>>;
  readonly exportList: (page: Page) => Promise<void>;
  /** The filters of the list other than quick filter and order. */
  readonly narrowed?: Readonly<Record<string, string>>;
  /** Whether a row belongs to the filtered list; without this function every row does. */
  readonly isWithin?: (row: Row) => boolean;
  /** The text of an empty list, if the specification has one. */
  readonly emptyText?: { readonly title: string; readonly text: string };
  /** Other queries that show the records, by the first part of their query key. */
  readonly relatives?: readonly string[];
  /** The import from a sheet, if the master has one. */
  readonly imports?: MasterImport;
}

/** A master is defined by this one object; all masters share the same screen. */
export interface Master<Row extends object, Draft extends Readonly<Record<keyof Draft, FieldValue>>>
  extends RecordForm<Draft>, MasterOfList<Row> {
  readonly texts: MasterTexts;
  readonly right: RightKey;
  /** Whether the form needs more space than a few fields do. */
  readonly isWide?: boolean;
  /** The row of a saved record; fetched from the server if it shows names that the draft does not hold. */
  readonly rowOf: (srno: number, draft: Draft) => Row | Promise<Row>;
}

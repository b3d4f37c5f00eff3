import type { ComponentType } from 'react';
import type { Page } from '#contract/fields.ts';
import type { RightKey } from '#domain/rights.ts';
import type { FieldProblem, FieldRule } from '#domain/rules.ts';
import type { Answer } from '#web/app/call.ts';
import type { CallOptions } from '#web/app/post.ts';
import type { ManyPickerProps } from '#web/pickers/ManyPicker.tsx';
import type { PickerProps } from '#web/pickers/Picker.tsx';
import type { FromSource, Source } from '#web/pickers/source.ts';
import type { Column } from '#web/ui/table/columns.ts';
import type { MasterImport } from './import/masterImport.ts';

/** What one field of a master holds; an unanswered choice is null. */
export type FieldValue = string | boolean | readonly string[] | null;

export type NameOf<Draft> = keyof Draft & string;

/**
 * How a field is asked for: a line of text, a code in capitals, yes or no, active or inactive, one of a few, a record
 * of another master, several, or a part of the master's own. A picker may be narrowed to what another field holds; a
 * choice or a picker may clear those that hang on it.
 */
export type MasterField<Draft> = { readonly name: NameOf<Draft> } & (
  | { readonly kind: 'text' | 'code' | 'yes-no' | 'active' }
  | {
      readonly kind: 'choice';
      readonly choices: readonly { readonly value: string; readonly label: string }[];
      readonly clears?: readonly NameOf<Draft>[];
    }
  | {
      readonly kind: 'picker';
      readonly picker: ComponentType<PickerProps> & FromSource;
      readonly within?: NameOf<Draft>;
      readonly clears?: readonly NameOf<Draft>[];
    }
  | { readonly kind: 'pickers'; readonly picker: ComponentType<ManyPickerProps> & FromSource }
  | {
      readonly kind: 'part';
      readonly part: ComponentType<PartProps<Draft>>;
      /** Where what it holds has its name, if it is a picker of its own kind. */
      readonly source?: Source;
    }
);

/** What a part of a form is given: the whole draft, because it may speak of more than one field. */
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

/** What stands under the fields of a stored record is given its number. */
export interface AsideProps {
  readonly srno: number;
  readonly isReadOnly: boolean;
}

/** A record as it was opened, with who last changed it and when (ISO 8601). */
export interface Opened<Draft> {
  readonly draft: Draft;
  readonly version: number;
  readonly changedBy: string;
  readonly changedAt: string;
}

export interface MasterTexts {
  readonly title: string;
  readonly add: string;
  readonly edit: string;
  readonly view: string;
  /** What the button that adds one says, where it is not what all the others say. */
  readonly addNew?: string;
}

/** A record with a form: its fields in order, with the rules that both sides keep, and how it is fetched and saved. */
export interface RecordForm<Draft extends Readonly<Record<keyof Draft, FieldValue>>> {
  readonly id: string;
  /** The name that the trail has for it, where that is another. */
  readonly record?: string;
  readonly texts: MasterTexts;
  readonly fields: readonly MasterField<Draft>[];
  readonly rules: Readonly<Record<NameOf<Draft>, FieldRule>>;
  readonly problems: (draft: Draft) => FieldProblem<NameOf<Draft>>[];
  /** A new record before anything is typed. */
  readonly blank: Draft;
  readonly detail: (srno: number, signal: AbortSignal) => Promise<Opened<Draft>>;
  readonly save: (
    srno: number,
    draft: Draft,
    options: CallOptions,
  ) => Promise<Answer<{ readonly srno: number }>>;
  /** Whether its fields stand two by two where there is room; a part takes the whole width. */
  readonly isInPairs?: boolean;
  /** What is shown of a stored record besides its fields, and done with it besides saving. */
  readonly aside?: ComponentType<AsideProps>;
}

/** What the list of a master is made of. */
export interface MasterOfList<Row extends object> {
  readonly id: string;
  readonly texts: Pick<MasterTexts, 'title'>;
  readonly columns: readonly Column<Row>[];
  /** Whether there are so many that they must stand close together. */
  readonly isTight?: boolean;
  readonly srnoOf: (row: Row) => number;
  /** What a row goes by; its serial number unless said otherwise. */
  readonly keyOf?: (row: Row) => string;
  /** What a record is called when it is spoken of. */
  readonly nameOfRow: (row: Row) => string;
  readonly list: (page: Page, signal: AbortSignal) => Promise<Answer<readonly Row[]>>;
  readonly exportList: (page: Page) => Promise<void>;
  /** What the list is narrowed to besides filter and order. */
  readonly narrowed?: Readonly<Record<string, string>>;
  /** Whether a row is one of those; without this every row is. */
  readonly isWithin?: (row: Row) => boolean;
  /** What an empty list says, where the specification has a text for it. */
  readonly emptyText?: { readonly title: string; readonly text: string };
  /** What else shows its records, by the first part of the query key. */
  readonly relatives?: readonly string[];
  /** Where it can be filled from a sheet. */
  readonly imports?: MasterImport;
}

/** A master is this one object; the screen around it is the same for all. */
export interface Master<Row extends object, Draft extends Readonly<Record<keyof Draft, FieldValue>>>
  extends RecordForm<Draft>, MasterOfList<Row> {
  readonly texts: MasterTexts;
  readonly right: RightKey;
  /** Whether its form needs more room than a few fields do. */
  readonly isWide?: boolean;
  /** The row of a record just saved; asked of the server where it shows names that the draft does not hold. */
  readonly rowOf: (srno: number, draft: Draft) => Row | Promise<Row>;
}

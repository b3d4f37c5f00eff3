import type { Page } from '#contract/fields.ts';
import type { RightKey } from '#domain/rights.ts';
import type { FieldProblem, FieldRule } from '#domain/rules.ts';
import type { Answer } from '#web/app/call.ts';
import type { CallOptions } from '#web/app/post.ts';
import type { Column } from '#web/ui/table/columns.ts';

/** What one field of a master holds; an unanswered choice is null. */
export type FieldValue = string | boolean | null;

export type NameOf<Draft> = keyof Draft & string;

/** How a field is asked for: a line of text, yes or no, active or inactive. */
export interface MasterField<Draft> {
  readonly name: NameOf<Draft>;
  readonly kind: 'text' | 'yes-no' | 'active';
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
}

/** What the list of a master is made of. */
export interface MasterOfList<Row extends object> {
  readonly id: string;
  readonly texts: Pick<MasterTexts, 'title'>;
  readonly columns: readonly Column<Row>[];
  readonly srnoOf: (row: Row) => number;
  readonly nameOfRow: (row: Row) => string;
  readonly list: (page: Page, signal: AbortSignal) => Promise<Answer<readonly Row[]>>;
  readonly exportList: (page: Page) => Promise<void>;
}

/** A master is this one object; the screen around it is the same for all. */
export interface Master<
  Row extends object,
  Draft extends Readonly<Record<keyof Draft, FieldValue>>,
> extends MasterOfList<Row> {
  readonly right: RightKey;
  readonly texts: MasterTexts;
  readonly rowOf: (srno: number, draft: Draft) => Row;
  /** What a record is called when it is spoken of. */
  readonly nameOf: (draft: Draft) => string;
  /** The fields in the order of the form, with the rules that both sides keep. */
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
}

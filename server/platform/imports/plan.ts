import { IMPORT_BATCH_ROWS } from '../limits.ts';
import { MAX_NAMED_ROWS, type Planned } from './import.sql.ts';

/** The rows in parts that a statement handles at once. */
export function* inBatches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += IMPORT_BATCH_ROWS) yield rows.slice(at, at + IMPORT_BATCH_ROWS);
}

/** What an import would do, put together from its batches. Of rows that are named it keeps only the first ones. */
export class ImportPlan {
  added = 0;
  changed = 0;
  same = 0;
  /** Rows that repeat an earlier one, and rows that would change a record. */
  readonly repeated: number[] = [];
  readonly changing: number[] = [];
  readonly wrong: Planned['wrong'][number][] = [];
  readonly judged: Planned['wrong'][number][] = [];
  readonly #records = new Set<string>();

  /** Takes the next batch and the errors that its rows have for the caller. The batches come in the order of the rows. */
  add(
    { added, changed, same, numbers, records, changing, wrong }: Planned,
    judged: Planned['wrong'] = [],
  ): void {
    this.added += added;
    this.changed += changed;
    this.same += same;
    keepFirst(
      this.repeated,
      numbers.filter((_, at) => this.#isKnown(records[at] ?? '')),
    );
    keepFirst(this.changing, changing);
    keepFirst(this.wrong, wrong);
    // A row with its own errors is not judged: it could become a different record when corrected.
    const wrongRows = new Set(wrong.map(({ row }) => row));
    this.judged.push(...judged.filter(({ row }) => !wrongRows.has(row)));
  }

  #isKnown(record: string): boolean {
    if (this.#records.has(record)) return true;
    this.#records.add(record);
    return false;
  }
}

const keepFirst = <T>(kept: T[], more: readonly T[]) =>
  void kept.push(...more.slice(0, MAX_NAMED_ROWS - kept.length));

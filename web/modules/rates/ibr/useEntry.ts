import { useState } from 'react';
import { saveIbr, type IbrRow } from '#contract/rates/ibr.ts';
import { INVALID_RATES, readRate, type IbrFlag } from '#domain/rates/ibr.ts';
import { call, makeSubmission } from '#web/wire/call.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { StaleError } from '#web/wire/problems.ts';
import { useSession } from '#web/wire/session.ts';
import { ibrText } from '#web/texts/ibr.ts';
import { useDraft } from '#web/ui/drafts.ts';
import { useUnsavedGuard } from '#web/ui/useUnsavedGuard.tsx';
import { useRefresh, type Opened } from './ibr.ts';
import { readPasted } from './paste.ts';
import { fieldsOf, invalidOf, sameRates, tidyRate, type Rates } from './rates.ts';

export const rateFieldId = (isd: string) => `ibr-${isd}`;

/** A list that another user saved after these rates were opened. */
export interface Theirs {
  readonly srno: number;
  readonly by: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

interface EntryOptions {
  readonly opened: Opened;
  /** The day in India by the server's clock; a draft of another day is not restored. */
  readonly day: string;
  readonly isReadOnly: boolean;
  readonly onPublished: () => void;
}

/**
 * The rates being typed: validated, saved, stored across a reload, and never written over another user's unseen rates.
 */
export function useEntry({ opened, day, isReadOnly, onPublished }: EntryOptions) {
  const { rows } = opened;
  const user = useSession()?.srno ?? 0;
  const kept = useDraft<{ rates: Rates; version: number }>(`${user}.ibr.${day}`);
  const restored = isReadOnly ? undefined : kept.restored;
  const [seen, setSeen] = useState(opened);
  const [base, setBase] = useState(() => fieldsOf(opened.rows));
  const [rates, setRates] = useState(restored?.rates ?? base);
  const [version, setVersion] = useState(restored?.version ?? opened.version);
  const [wasRestored, setWasRestored] = useState(
    restored !== undefined && !sameRates(rows, restored.rates, base),
  );
  const [undoable, setUndoable] = useState<{ readonly rates: Rates; readonly text: string } | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const [marksInvalid, setMarksInvalid] = useState(false);
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const [submission] = useState(makeSubmission);
  const [modal, showProblem, showMessage] = useProblem();
  const refresh = useRefresh();
  const isDirty = !isReadOnly && !sameRates(rows, rates, base);
  const leaveGuard = useUnsavedGuard(isDirty);

  /** Shows the stored rates in the grid. */
  function adopt(now: Opened): void {
    setBase(fieldsOf(now.rows));
    setRates(fieldsOf(now.rows));
    setVersion(now.version);
  }
  if (opened !== seen) {
    setSeen(opened);
    if (!isDirty) adopt(opened);
  }

  function put(next: Rates): void {
    setRates(next);
    setSaved(null);
    kept.keep({ rates: next, version });
  }

  /** Fills many rates at once; one press undoes it. */
  function fill(some: Rates, text: string): void {
    setUndoable({ rates, text });
    put({ ...rates, ...some });
  }

  function startOver(): void {
    kept.discard();
    setWasRestored(false);
    setUndoable(null);
    setMarksInvalid(false);
    adopt(opened);
  }

  /** Whether every rate is valid; if not, shows a message and focuses the first invalid one. */
  function check(): boolean {
    const [first] = invalidOf(rows, rates);
    setMarksInvalid(first !== undefined);
    if (first !== undefined) showMessage(INVALID_RATES, `#${rateFieldId(first)}`);
    return first === undefined;
  }

  async function save(flag: IbrFlag): Promise<void> {
    const list = { flag, lines: rows.map(({ isd }) => ({ isd, ibr: readRate(rates[isd] ?? '') ?? '' })) };
    try {
      const idempotencyKey = submission.keyFor([list, version]);
      const { reply } = await call(saveIbr, { list }, { version, idempotencyKey });
      submission.done();
      kept.discard();
      setBase(rates);
      setVersion(reply.srno);
      setSaved(reply.msg);
      setUndoable(null);
      setWasRestored(false);
      await refresh();
      if (flag !== 'D') onPublished();
    } catch (error) {
      if (error instanceof StaleError)
        setTheirs({ srno: error.version, by: error.changedBy, at: error.changedAt });
      else showProblem(error);
      // Whatever the reason of the refusal, the screen reloads the current state.
      void refresh();
    }
  }

  return {
    rows,
    rates,
    version,
    isDirty,
    isReadOnly,
    invalid: marksInvalid ? invalidOf(rows, rates) : [],
    saved,
    modal,
    showProblem,
    leaveGuard,
    check,
    save,
    type(isd: string, text: string): void {
      setUndoable(null);
      put({ ...rates, [isd]: text });
    },
    /** Gives a typed rate the decimals of its currency when the field is left. */
    tidy(row: IbrRow): void {
      const typed = rates[row.isd] ?? '';
      const tidied = tidyRate(row, typed);
      if (tidied === typed) return;
      setRates({ ...rates, [row.isd]: tidied });
    },
    paste(text: string, focused: string): void {
      const pasted = readPasted(
        text,
        rows.map(({ isd }) => isd),
        focused,
      );
      const count = Object.keys(pasted.rates).length;
      const left = pasted.leftOver.length === 0 ? '' : ` ${ibrText.leftOver(pasted.leftOver)}`;
      fill(pasted.rates, ibrText.pasted(count) + left);
    },
    /** Copies the last published rates into the empty rows, or into all rows. */
    fetchLast(into: 'empty' | 'all'): void {
      const filled = rows.filter(
        ({ isd, lastIbr }) => lastIbr !== '' && (into === 'all' || (rates[isd] ?? '').trim() === ''),
      );
      fill(
        Object.fromEntries(filled.map((row) => [row.isd, tidyRate(row, row.lastIbr)])),
        ibrText.filled(filled.length),
      );
    },
    undo:
      undoable === null
        ? null
        : {
            text: undoable.text,
            run: () => {
              put(undoable.rates);
              setUndoable(null);
            },
          },
    /** Offered while the grid shows rates that were typed before a reload. */
    startOver: wasRestored && isDirty ? startOver : null,
    theirs: {
      list: theirs,
      look: setTheirs,
      close: () => setTheirs(null),
      take(list: Theirs, their: Rates): void {
        setTheirs(null);
        setVersion(list.srno);
        setBase(their);
        fill(their, ibrText.taken);
        // The shown rates are already saved.
        kept.discard();
      },
      /** Confirms that the typed rates replace the other user's list, which the user has now seen. */
      accept(list: Theirs): void {
        setTheirs(null);
        setVersion(list.srno);
        kept.keep({ rates, version: list.srno });
      },
    },
  };
}

export type Entry = ReturnType<typeof useEntry>;

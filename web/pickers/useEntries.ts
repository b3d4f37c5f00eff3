import {
  keepPreviousData,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Option } from '#contract/shared.ts';
import { pickersText } from '#web/texts/pickers.ts';
import type { By, Source } from './source.ts';

const SEARCH_PAUSE_MS = 200;
const FRESH_MS = 60_000;
/** More entries than anyone reads; typing finds the others. */
const SHOWN_ENTRIES = 50;

/** The text after a pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface Entries {
  readonly found: readonly Option[];
  readonly hasMore: boolean;
  /** Whether the entries match the typed text. */
  readonly isSettled: boolean;
  readonly isFailed: boolean;
}

const entriesQuery = (source: Source, by: By, q: string) => ({
  queryKey: [source.id, 'options', by, q],
  staleTime: FRESH_MS,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    source.ask({ ...by, limit: SHOWN_ENTRIES, ...(q === '' ? {} : { q }) }, signal),
});

/** The entries that match the typed text, loaded while the drop-down is open. */
export function useEntries(source: Source, by: By, typed: string, isOpen: boolean): Entries {
  const q = useSettled(typed.trim());
  const { data, isFetching, isError } = useQuery({
    ...entriesQuery(source, by, q),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const isSettled = data !== undefined && !isFetching && q === typed.trim();
  return {
    // Entries of an earlier text are not shown: a quick Enter would take the wrong one.
    found: typed.trim() !== '' && !isSettled ? [] : (data?.options ?? []),
    hasMore: data?.hasMore ?? false,
    isSettled,
    isFailed: isError,
  };
}

const chosenKey = (source: Source, value: string) => [source.id, 'options', 'of', value];

/** Keeps an entry that another call has told, so that a field which chooses it does not ask for its name. */
export function rememberEntry(client: QueryClient, source: Source, option: Option): void {
  client.setQueryData(chosenKey(source, option.value), { options: [option], hasMore: false });
}

/** The choices in all fields that have not arrived yet: those on their way, and those that wait for another one. */
const awaited = { asked: 0, waiting: 0, listeners: new Set<() => void>() };

function countAwaited(what: 'asked' | 'waiting', change: 1 | -1): void {
  awaited[what] += change;
  for (const tell of awaited.listeners) tell();
}

function listenToAwaited(tell: () => void): () => void {
  awaited.listeners.add(tell);
  return () => awaited.listeners.delete(tell);
}

/** Ends when every choice has arrived or failed. */
export const choicesArrived = (): Promise<void> =>
  new Promise((resolve) => {
    function look(): void {
      if (awaited.asked + awaited.waiting > 0) return;
      awaited.listeners.delete(look);
      resolve();
    }
    awaited.listeners.add(look);
    look();
  });

/**
 * Whether a choice in any field is on its way. A field that depends on another one can be filled meanwhile. Choices that
 * wait do not count, because each would then wait for itself.
 */
export const useIsChoiceAwaited = (): boolean =>
  useSyncExternalStore(listenToAwaited, () => awaited.asked > 0);

/** Counts a choice of a field while it waits for the one that it depends on. */
export function useCountWaiting(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return;
    countAwaited('waiting', 1);
    return () => countAwaited('waiting', -1);
  }, [isWaiting]);
}

/** What became of a choice that had not arrived when the user went on. */
export interface EarlyOutcome {
  readonly state: 'none' | 'awaited' | 'not found' | 'failed';
  /** The text that was typed. */
  readonly text: string;
}
const NO_OUTCOME: EarlyOutcome = { state: 'none', text: '' };

/** What a field says about such a choice; undefined if there is nothing to say. */
export function earlyNotice({ state, text }: EarlyOutcome): string | undefined {
  if (state === 'failed') return pickersText.failed;
  return state === 'not found' ? pickersText.noMatch(text.trim()) : undefined;
}

/**
 * Chooses the first entry that matches a text as soon as it has arrived, for a user who goes on before the list shows it.
 * A later choice in the same field wins.
 */
export function useChooseFirst(source: Source, by: By, choose: (value: string) => void) {
  const client = useQueryClient();
  const newest = useRef(choose);
  const turn = useRef(0);
  const [outcome, setOutcome] = useState<EarlyOutcome>(NO_OUTCOME);
  useEffect(() => {
    newest.current = choose;
  });
  return {
    early: outcome,
    chooseFirst: async (text: string): Promise<void> => {
      turn.current += 1;
      const own = turn.current;
      setOutcome({ state: 'awaited', text });
      countAwaited('asked', 1);
      const settle = (state: EarlyOutcome['state']) => {
        if (own === turn.current) setOutcome({ state, text });
      };
      try {
        const { options } = await client.query(entriesQuery(source, by, text.trim()));
        const [first] = options;
        settle(first === undefined ? 'not found' : 'none');
        if (first === undefined || own !== turn.current) return;
        rememberEntry(client, source, first);
        newest.current(first.value);
      } catch {
        settle('failed');
      } finally {
        countAwaited('asked', -1);
      }
    },
    /** Gives up a choice that has not arrived, and takes back what was said about the last one. */
    giveUp: () => {
      turn.current += 1;
      setOutcome(NO_OUTCOME);
    },
  };
}

/** The entries of the values that are chosen now, which the search need not hold. */
export function useChosen(source: Source, values: readonly string[]): readonly Option[] {
  const queries = useQueries({
    queries: values.map((value) => ({
      queryKey: chosenKey(source, value),
      staleTime: FRESH_MS,
      queryFn: ({ signal }: { signal: AbortSignal }) => source.ask({ value }, signal),
    })),
  });
  return queries.flatMap(({ data }) => data?.options ?? []);
}

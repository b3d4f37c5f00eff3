import { keepPreviousData, useQueries, useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Option } from '#contract/shared.ts';
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

/** The entries that match the typed text, loaded while the drop-down is open. */
export function useEntries(source: Source, by: By, typed: string, isOpen: boolean): Entries {
  const q = useSettled(typed.trim());
  const { data, isFetching, isError } = useQuery({
    queryKey: [source.id, 'options', by, q],
    enabled: isOpen,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => source.ask({ ...by, limit: SHOWN_ENTRIES, ...(q === '' ? {} : { q }) }, signal),
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

import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/define.ts';
import type { lapsingLicences } from '#contract/home/licences.ts';
import { opening } from '#contract/home/opening.ts';
import type { queue } from '#contract/home/queue.ts';
import type { today } from '#contract/home/today.ts';
import { call } from '#web/wire/call.ts';

/** The parts of home that its opening brings along. */
interface Parts {
  readonly queue: typeof queue;
  readonly today: typeof today;
  readonly licences: typeof lapsingLicences;
}

const OPENING_MS = 2_000;

/** All parts begin to load at the same moment, so they share one call. */
const openingOf = (client: QueryClient) =>
  client.query({
    queryKey: ['home', 'opening'],
    staleTime: OPENING_MS,
    gcTime: OPENING_MS,
    queryFn: async ({ signal }) => (await call(opening, {}, { signal })).reply,
  });

interface PartOptions<Reply> {
  /** Asks for this part alone. */
  readonly alone: (signal: AbortSignal) => Promise<{ readonly reply: Reply }>;
  readonly staleTime?: number;
  readonly refetchInterval?: number;
}

/** A part of home: first from the opening, later by its own call. */
export const homePart = <Part extends keyof Parts>(
  part: Part,
  { alone, ...options }: PartOptions<ReplyOf<Parts[Part]>>,
) =>
  queryOptions({
    ...options,
    queryKey: ['home', part],
    refetchOnWindowFocus: true,
    queryFn: async ({ client, signal, queryKey }): Promise<ReplyOf<Parts[Part]>> => {
      const first = client.getQueryData(queryKey) === undefined ? (await openingOf(client))[part] : null;
      return (first as ReplyOf<Parts[Part]> | null) ?? (await alone(signal)).reply;
    },
  });

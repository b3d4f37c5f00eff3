import { useQuery, useQueryClient } from '@tanstack/react-query';
import { draftIbrList, ibrOfLog, ibrState, type IbrHead, type IbrRow } from '#contract/rates/ibr.ts';
import type { ReplyOf } from '#contract/define.ts';
import { formatDateTime, formatTime } from '#domain/dates.ts';
import { call } from '#web/wire/call.ts';
import { ibrText } from '#web/texts/ibr.ts';

/** The first part of every query key of the inter-bank rates. */
export const IBR_KEY = 'ibr';

export type IbrState = ReplyOf<typeof ibrState>;

/** Today's rates as fetched: the version is the serial number of today's newest list. */
export interface Opened {
  readonly rows: readonly IbrRow[];
  readonly version: number;
}

export const useIbrState = () =>
  useQuery({
    queryKey: [IBR_KEY, 'state'],
    queryFn: async ({ signal }) => (await call(ibrState, {}, { signal })).reply,
  });

export const useOpened = () =>
  useQuery({
    queryKey: [IBR_KEY, 'draft'],
    // The user must not edit rates that were cached on an earlier visit.
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Opened> => {
      const { reply, version } = await call(draftIbrList, {}, { signal });
      return { rows: reply, version: version ?? 0 };
    },
  });

/** One list of the log. A saved list never changes, but its replaced flag is fetched again. */
export const useLoggedList = (srno: number | null) =>
  useQuery({
    queryKey: [IBR_KEY, 'list', srno],
    enabled: srno !== null,
    queryFn: async ({ signal }) => (await call(ibrOfLog, { srno: srno ?? 0 }, { signal })).reply,
  });

/** Reloads the state of today and the grid. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [IBR_KEY] });
}

export const savedAt = (head: IbrHead): string => formatDateTime(Date.parse(head.savedAt));
export const timeOf = (head: IbrHead): string => `${formatTime(Date.parse(head.savedAt))} IST`;

/** The state of a list in words. */
export function stateOf(head: IbrHead): string {
  if (head.flag === 'D') return ibrText.state.draft;
  if (head.isReplaced) return ibrText.state.replaced;
  return head.isInForce ? ibrText.state.inForce : ibrText.state.past;
}

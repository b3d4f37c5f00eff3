import { useQuery, useQueryClient } from '@tanstack/react-query';
import { draftIbrList, ibrOfLog, ibrState, type IbrHead, type IbrRow } from '#contract/rates/ibr.ts';
import type { ReplyOf } from '#contract/define.ts';
import { formatDateTime, formatTime } from '#domain/dates.ts';
import { call } from '#web/app/call.ts';
import { ibrText } from '#web/texts/ibr.ts';

/** Everything asked of the inter-bank rates stands under this key. */
export const IBR_KEY = 'ibr';

export type IbrState = ReplyOf<typeof ibrState>;

/** Today's rates as they were fetched: the version is the serial number of the newest list of today. */
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
    // What was seen on an earlier visit is no ground to type upon.
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Opened> => {
      const { reply, version } = await call(draftIbrList, {}, { signal });
      return { rows: reply, version: version ?? 0 };
    },
  });

/** One list of the log; what is saved never changes, but that it was replaced is told anew. */
export const useLoggedList = (srno: number | null) =>
  useQuery({
    queryKey: [IBR_KEY, 'list', srno],
    enabled: srno !== null,
    queryFn: async ({ signal }) => (await call(ibrOfLog, { srno: srno ?? 0 }, { signal })).reply,
  });

/** Where today stands and what is in the grid, asked anew. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [IBR_KEY] });
}

export const savedAt = (head: IbrHead): string => formatDateTime(Date.parse(head.mih_timestamp));
export const timeOf = (head: IbrHead): string => `${formatTime(Date.parse(head.mih_timestamp))} IST`;

/** What became of a list. */
export function stateOf(head: IbrHead): string {
  if (head.mih_flag === 'D') return ibrText.state.draft;
  return head.mih_replaced === 1 ? ibrText.state.replaced : ibrText.state.inForce;
}

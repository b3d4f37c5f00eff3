import { useQuery } from '@tanstack/react-query';

/**
 * The HTML of a report, or nothing while `asked` is null. The trail records every view of a report, so the browser fetches
 * it only when the user asks for it, never because the window gets the focus or the network comes back.
 */
export function useReport<Query>(
  name: readonly string[],
  asked: Query | null,
  view: (asked: Query, signal: AbortSignal) => Promise<string>,
) {
  return useQuery({
    queryKey: ['report', ...name, asked],
    enabled: asked !== null,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
    queryFn: ({ signal }) => (asked === null ? '' : view(asked, signal)),
  });
}

export type ReportResult = Pick<ReturnType<typeof useQuery<string>>, 'data' | 'error' | 'isFetching'>;

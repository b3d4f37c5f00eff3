import { queryOptions } from '@tanstack/react-query';
import { requestDetail } from '#contract/requests/desk.ts';
import { call } from '#web/wire/call.ts';
import { requestKeys } from '#web/wire/requestKeys.ts';

/** One request with its lines, documents and activity. The view, the form and the documents share what is fetched. */
export const detailQuery = (srno: number) =>
  queryOptions({
    queryKey: requestKeys.detail(srno),
    queryFn: async ({ signal }) => (await call(requestDetail, { srno }, { signal })).reply,
  });

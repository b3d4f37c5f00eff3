import { Navigate } from 'react-router';
import { IN_PROGRESS, type RequestFilter } from '#contract/requests/desk.ts';
import type { Level } from '#domain/requests/approval.ts';
import { RightsAwaited } from '#web/patterns/RightsAwaited.tsx';
import { useSession } from '#web/wire/session.ts';
import { RequestView } from './detail/RequestView.tsx';
import { RequestList } from './RequestList.tsx';
import { NO_SEARCH, writeSearch } from './search.ts';
import { useDeskAddress } from './useDeskAddress.ts';
import { useDeskRights } from './useDeskRights.ts';
import { useRequests } from './useRequests.ts';

/** The queue of each approval step. */
const QUEUE_OF = { BM: 'APRBM', ZM: 'APRZM', CM: 'APRCM', FM: 'APRFUND' } as const satisfies Record<
  Level,
  RequestFilter
>;

/** The request list, or one request of it; both have the same path. */
export function RequestDesk() {
  const address = useDeskAddress();
  const rights = useDeskRights();
  const session = useSession();
  const requests = useRequests(address.search);

  // An executive who approves nothing is redirected to the requests that they sell or deliver.
  const ownStatus: RequestFilter = session !== null && session.empcode !== '' ? IN_PROGRESS : 'ALL';

  if (address.isWaiting) {
    if (!rights.isKnown) return <RightsAwaited error={rights.error} onRetry={rights.askAgain} />;
    const [first] = rights.levels;
    const search = { ...NO_SEARCH, status: first === undefined ? ownStatus : QUEUE_OF[first] };
    return <Navigate to={{ search: new URLSearchParams(writeSearch(search)).toString() }} replace />;
  }
  if (address.opened === null) return <RequestList address={address} requests={requests} rights={rights} />;
  return (
    <RequestView
      key={address.opened}
      srno={address.opened}
      address={address}
      requests={requests}
      rights={rights}
    />
  );
}

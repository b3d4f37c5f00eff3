import { lazy, Suspense, useState } from 'react';
import { Navigate } from 'react-router';
import { IN_PROGRESS, type RequestFilter } from '#contract/requests/desk.ts';
import { RightsAwaited } from '#web/patterns/RightsAwaited.tsx';
import { deskText } from '#web/texts/desk.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useSession } from '#web/wire/session.ts';
import { DetailSkeleton } from './DetailSkeleton.tsx';
import { QUEUE_OF } from './queue/queues.ts';
import { RequestList } from './RequestList.tsx';
import { isNumberText, NO_SEARCH, writeSearch } from './search.ts';
import { useDeskAddress } from './useDeskAddress.ts';
import { useDeskRights } from './useDeskRights.ts';
import { useRequests } from './useRequests.ts';

// Loaded with the first request that is opened, so that the list stays small.
const loadView = () => import('./detail/RequestView.tsx');
const RequestView = lazy(() => loadView().then((module) => ({ default: module.RequestView })));

/** The request list, or one request of it; both have the same path. */
export function RequestDesk() {
  const address = useDeskAddress();
  const rights = useDeskRights();
  const session = useSession();
  // Not in the address: it may be a PAN.
  const [filterText, setFilterText] = useState('');
  const requests = useRequests(address.search, isNumberText(filterText) ? filterText.trim() : '');

  const [openedAtFirst] = useState(address.opened);

  // An executive who approves nothing is redirected to the requests that they sell or deliver.
  const ownStatus: RequestFilter = session !== null && session.empcode !== '' ? IN_PROGRESS : 'ALL';

  if (address.isWaiting) {
    if (!rights.isKnown)
      return (
        <>
          <PageHeader title={deskText.title} detail={deskText.detail} />
          <RightsAwaited error={rights.error} onRetry={rights.askAgain} />
        </>
      );
    const [first] = rights.levels;
    const search = { ...NO_SEARCH, status: first === undefined ? ownStatus : QUEUE_OF[first] };
    return <Navigate to={{ search: new URLSearchParams(writeSearch(search)).toString() }} replace />;
  }
  if (address.opened === null)
    return (
      <RequestList
        address={address}
        requests={requests}
        rights={rights}
        filterText={filterText}
        onFilterText={setFilterText}
        onApproach={() => void loadView()}
      />
    );
  return (
    // Without a heading: until the view is there, its keys do not work.
    <Suspense fallback={<DetailSkeleton />}>
      <RequestView
        key={address.opened}
        srno={address.opened}
        address={address}
        requests={requests}
        rights={rights}
        takesFocus={address.opened !== openedAtFirst}
      />
    </Suspense>
  );
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import type { WaitingReply } from '#domain/home/waiting.ts';
import { AppShell } from './AppShell.tsx';
import { Follower } from './Follower.tsx';
import { PlainFrame } from './PlainFrame.tsx';
import { claimDrafts } from '#web/ui/drafts.ts';
import { isConnected } from '#web/wire/connection.ts';
import { Help, StepUp } from './later.ts';
import { isPassing } from '#web/wire/problems.ts';
import { useRefreshRights } from '#web/wire/rights.ts';
import { firstPath, useSession, type Session } from '#web/wire/session.ts';
import { MarksNow, NO_COUNTS_YET, WaitingNow } from '#web/wire/waiting.ts';

const NOTHING: WaitingReply = { counts: NO_COUNTS_YET, marks: {} };
const RETRIES = 2;

/** One query cache per session, so that no data of one user is left for the next. */
function makeClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a connection a query fails and says so instead of waiting, and is made again when it is back.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: (failures, error) => isConnected() && isPassing(error) && failures < RETRIES,
      },
    },
  });
}

/** Everything that requires sign-in. Without a session it redirects to the start page. */
export function SignedIn() {
  const session = useSession();
  if (session === null) return <Navigate to="/" replace />;
  return <OfSession key={session.session} session={session} />;
}

function OfSession({ session }: { session: Session }) {
  const [client] = useState(() => {
    claimDrafts(session.srno);
    return makeClient();
  });
  return (
    <QueryClientProvider client={client}>
      <Frame session={session} />
    </QueryClientProvider>
  );
}

/** Users with a second factor or a change of password due and users with only one screen see no menu, whatever address they type. */
function Frame({ session }: { session: Session }) {
  const { pathname } = useLocation();
  const refreshRights = useRefreshRights();
  const [waiting, setWaiting] = useState<WaitingReply | null>(null);
  const isConfined =
    session.factor !== undefined || session.chg_pw_on_logon === 1 || session.entitytype === 'F';
  const only = firstPath(session);
  if (isConfined && pathname !== only) return <Navigate to={only} replace />;
  const Around = isConfined ? PlainFrame : AppShell;
  const { counts, marks } = waiting ?? NOTHING;
  return (
    <WaitingNow value={counts}>
      <MarksNow value={marks}>
        <Around session={session}>
          <Outlet />
        </Around>
      </MarksNow>
      {session.factor === undefined ? (
        <Follower user={session.srno} waiting={waiting} onWaiting={setWaiting} onRights={refreshRights} />
      ) : null}
      <Suspense fallback={null}>
        <StepUp />
        <Help />
      </Suspense>
    </WaitingNow>
  );
}

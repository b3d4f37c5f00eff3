import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import type { WaitingTold } from '#domain/home/waiting.ts';
import { AppShell } from './AppShell.tsx';
import { Follower } from './Follower.tsx';
import { PlainFrame } from './PlainFrame.tsx';
import { isPassing } from '#web/wire/problems.ts';
import { useRefreshRights } from '#web/wire/rights.ts';
import { firstPath, useSession, type Session } from '#web/wire/session.ts';
import { MarksNow, WaitingNow } from '#web/wire/waiting.ts';

const NOTHING: WaitingTold = { counts: {}, marks: {} };
const RETRIES = 2;

/** One query cache per session, so that no data of one user is left for the next. */
function makeClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        retry: (failures, error) => isPassing(error) && failures < RETRIES,
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
  const [client] = useState(makeClient);
  return (
    <QueryClientProvider client={client}>
      <Frame session={session} />
    </QueryClientProvider>
  );
}

/** Users who must change their password and users with only one screen see no menu, whatever address they type. */
function Frame({ session }: { session: Session }) {
  const { pathname } = useLocation();
  const refreshRights = useRefreshRights();
  const [waiting, setWaiting] = useState<WaitingTold | null>(null);
  const isConfined = session.chg_pw_on_logon === 1 || session.entitytype === 'F';
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
      <Follower user={session.srno} waiting={waiting} onWaiting={setWaiting} onRights={refreshRights} />
    </WaitingNow>
  );
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import type { WaitingTold } from '#domain/home/waiting.ts';
import { isPassing } from './problems.ts';
import { useRefreshRights } from './rights.ts';
import { firstPath, useSession, type Session } from './session.ts';
import { MarksNow, WaitingNow } from './waiting.ts';

const AppShell = lazy(() => import('./AppShell.tsx').then((module) => ({ default: module.AppShell })));
const PlainFrame = lazy(() => import('./PlainFrame.tsx').then((module) => ({ default: module.PlainFrame })));

// Fetched beside the first screen, which does not wait for it.
const Follower = lazy(() => import('./Follower.tsx').then((module) => ({ default: module.Follower })));

const NOTHING: WaitingTold = { counts: {}, marks: {} };
const RETRIES = 2;

/** One store of answers for each session: nothing of one user is left for the next. */
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

/** Everything behind sign-in. Without a session it leads to the start page. */
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

/** Who must change the password, and who has one screen only, see no menu, whatever address they type. */
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
        <Suspense fallback={null}>
          <Around session={session}>
            <Outlet />
          </Around>
        </Suspense>
      </MarksNow>
      <Suspense fallback={null}>
        <Follower user={session.srno} waiting={waiting} onWaiting={setWaiting} onRights={refreshRights} />
      </Suspense>
    </WaitingNow>
  );
}

import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import type { RightKey } from '#domain/rights.ts';
import type { PathNeed } from './paths.ts';
import { useScreenRights } from './rights.ts';
import { RightsAwaited } from './RightsAwaited.tsx';
import { useSession } from './session.ts';
import { usePageTitle } from './waiting.ts';

interface ScreenFrameProps {
  title: string;
  need: PathNeed;
  children: ReactNode;
}

/** Around every screen: its title, and the door that lets in only those who have its query right. */
export function ScreenFrame({ title, need, children }: ScreenFrameProps) {
  usePageTitle(title);
  const session = useSession();
  // A franchise user has one screen, which needs no right of theirs.
  if (need === 'public' || need === 'signed-in' || session?.entitytype === 'F') return children;
  return <WithRight right={need}>{children}</WithRight>;
}

function WithRight({ right, children }: { right: RightKey; children: ReactNode }) {
  const { data: flags, error, refetch } = useScreenRights(right);
  if (flags) return flags.query ? children : <Navigate to="/" replace />;
  return <RightsAwaited error={error} onRetry={() => void refetch()} />;
}

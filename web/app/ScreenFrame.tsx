import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import type { RightKey } from '#domain/rights.ts';
import type { PathNeed } from './paths.ts';
import { useRightsOnOpening } from '#web/wire/rights.ts';
import { RightsAwaited } from '#web/patterns/RightsAwaited.tsx';
import { useSession } from '#web/wire/session.ts';
import { usePageTitle } from '#web/wire/waiting.ts';

interface ScreenFrameProps {
  title: string;
  need: PathNeed;
  children: ReactNode;
}

/** Wraps every screen: sets its title, and shows it only to users with its query right. */
export function ScreenFrame({ title, need, children }: ScreenFrameProps) {
  usePageTitle(title);
  const session = useSession();
  // A franchise user has one screen, which needs no right.
  if (need === 'public' || need === 'signed-in' || session?.entitytype === 'F') return children;
  return (
    <WithRight title={title} right={need}>
      {children}
    </WithRight>
  );
}

interface WithRightProps {
  title: string;
  right: RightKey;
  children: ReactNode;
}

function WithRight({ title, right, children }: WithRightProps) {
  const { data: flags, error, refetch } = useRightsOnOpening(right);
  if (flags) return flags.query ? children : <Navigate to="/" replace />;
  return (
    <>
      {error === null ? null : <h1 className="visually-hidden">{title}</h1>}
      <RightsAwaited error={error} onRetry={() => void refetch()} />
    </>
  );
}

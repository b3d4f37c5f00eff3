import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import type { RightKey } from '#domain/rights.ts';
import { appText } from '#web/texts/app.ts';
import { uiText } from '#web/texts/ui.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { PathNeed } from './paths.ts';
import { messageOf, SessionEndedError } from './problems.ts';
import { useScreenRights } from './rights.ts';
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
  if (error === null || error instanceof SessionEndedError) return null;
  return (
    <EmptyState
      title={appText.rightsFailed}
      text={messageOf(error)}
      action={<Button onClick={() => void refetch()}>{uiText.common.retry}</Button>}
    />
  );
}

import { Button } from '@mantine/core';
import { appText } from '#web/texts/app.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** Shown when a screen cannot be loaded or fails: a plain text and a way to continue. */
export function Broken() {
  return (
    <main role="alert">
      <EmptyState
        title={appText.broken.title}
        text={appText.broken.text}
        action={
          <>
            <Button onClick={() => location.reload()}>{appText.broken.reload}</Button>{' '}
            <Button variant="default" component="a" href="/home">
              {appText.broken.home}
            </Button>
          </>
        }
      />
    </main>
  );
}

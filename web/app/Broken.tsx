import { Button } from '@mantine/core';
import { appText } from '#web/texts/app.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** What stands when a screen cannot be fetched or fails: plain words and a way on. */
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

import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '#web/app/call.ts';
import { sayable, StaleError } from '#web/app/problems.ts';
import { deskText } from '#web/texts/desk.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useMessage } from '#web/ui/MessageModal.tsx';

const text = deskText.stale;

/**
 * Makes the calls of one request. A refusal is shown in its words before what stands now, because most often somebody
 * else has done something meanwhile; one that came too late offers to look at it.
 */
export function useRequestActs(onChanged: () => void) {
  const [message, showMessage] = useMessage();
  const [stale, setStale] = useState<string | null>(null);

  function fail(error: unknown): void {
    if (error instanceof StaleError) {
      setStale(error.message);
      return;
    }
    const said = sayable(error);
    if (said === null) return;
    showMessage(said);
    onChanged();
  }

  /** What came of it; null where it was refused. */
  async function act<Reply>(made: () => Promise<Answer<Reply>>): Promise<Reply | null> {
    try {
      return (await made()).reply;
    } catch (error) {
      fail(error);
      return null;
    }
  }

  function load(): void {
    setStale(null);
    onChanged();
  }

  const modals = (
    <>
      {message}
      <Dialog opened={stale !== null} onClose={() => setStale(null)} title={text.title} width="sm">
        <p>{stale}</p>
        <Group justify="flex-end">
          <Button data-autofocus onClick={load}>
            {text.reload}
          </Button>
        </Group>
      </Dialog>
    </>
  );
  return { modals, act, fail, showMessage };
}
export type RequestActs = ReturnType<typeof useRequestActs>;

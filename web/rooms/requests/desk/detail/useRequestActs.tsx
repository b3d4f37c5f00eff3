import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '#web/app/call.ts';
import { messageOf, SessionEndedError, StaleError } from '#web/app/problems.ts';
import { deskText } from '#web/texts/desk.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useMessage } from '#web/ui/MessageModal.tsx';

const text = deskText.stale;

/** Makes the calls of one request: a refusal is shown in its words, and one that came too late offers what stands now. */
export function useRequestActs(reload: () => Promise<unknown>) {
  const [message, showMessage] = useMessage();
  const [stale, setStale] = useState<string | null>(null);

  function fail(error: unknown): void {
    if (error instanceof StaleError) setStale(error.message);
    else if (!(error instanceof SessionEndedError)) showMessage(messageOf(error));
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
    void reload();
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
  return { modals, act, fail, showMessage, showStale: setStale };
}
export type RequestActs = ReturnType<typeof useRequestActs>;

import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '#web/wire/call.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { StaleError } from '#web/wire/problems.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

const text = requestDetailText.stale;

/**
 * Makes the calls of one request. A refusal is shown in its words before the reload, because usually another user has
 * acted meanwhile. A refusal of a stale version offers a reload.
 */
export function useRequestActs(onChanged: () => void) {
  const [message, showProblem, showMessage] = useProblem();
  const [stale, setStale] = useState<string | null>(null);

  function fail(error: unknown): void {
    if (error instanceof StaleError) {
      setStale(error.message);
      return;
    }
    if (showProblem(error)) onChanged();
  }

  /** Returns the reply; null if the call was refused. */
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

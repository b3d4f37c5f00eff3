import type { ReactNode } from 'react';
import { useMessage, type FocusTarget, type ShowMessage } from '#web/ui/MessageModal.tsx';
import { userMessage } from '#web/wire/problems.ts';

/** Shows why a call failed. Returns false if the session has ended, because the sign-in screen shows that. */
export type ShowProblem = (error: unknown, focus?: FocusTarget) => boolean;

/** Returns `[modal, showProblem, showMessage]`: the message window for thrown errors, and for other messages. */
export function useProblem(): [ReactNode, ShowProblem, ShowMessage] {
  const [modal, showMessage] = useMessage();
  function showProblem(error: unknown, focus?: FocusTarget): boolean {
    const message = userMessage(error);
    if (message !== null) showMessage(message, focus);
    return message !== null;
  }
  return [modal, showProblem, showMessage];
}

import { flashText } from '#web/texts/flash.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { isPassing, userMessage } from '#web/wire/problems.ts';

/** Whether what was loaded is still shown: without a connection counting goes on, after any other failure it does not. */
export const isUsable = (error: Error | null): boolean => userMessage(error) === null || isPassing(error);

/** Says why what is shown could not be loaded again. */
export function NotCurrent({ error }: { error: Error | null }) {
  const message = userMessage(error);
  return message === null ? null : <Notice meaning="waiting">{flashText.count.notCurrent(message)}</Notice>;
}

import { useProblem } from '#web/patterns/problem/useProblem.tsx';

interface Changed {
  readonly done: boolean;
  readonly msg: string;
  readonly codes?: readonly string[];
}

/** Is told that the factors have changed, with the new recovery codes if there are some. */
export type OnChanged = (codes?: readonly string[]) => Promise<void>;

/** Returns `[modal, change]`. `change` sends a change of the own factors and returns false if it was not made. */
export function useChange(onChanged: OnChanged) {
  const [modal, showProblem, show] = useProblem();
  async function change(send: () => Promise<{ readonly reply: Changed }>, focus?: string): Promise<boolean> {
    try {
      const { reply } = await send();
      if (!reply.done) {
        show(reply.msg, focus);
        return false;
      }
      await onChanged(reply.codes);
      return true;
    } catch (error) {
      showProblem(error, focus);
      return false;
    }
  }
  return [modal, change] as const;
}

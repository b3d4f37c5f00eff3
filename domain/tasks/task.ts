import { mandatoryMessage, tooLongMessage } from '../messages.ts';

export const TASK_LABEL = 'Task';
export const MAX_TASK_CHARS = 1_000;

/** Why a task cannot be saved; null if it can. */
export function taskProblem(task: string): string | null {
  const written = task.trim();
  if (written === '') return mandatoryMessage([TASK_LABEL]);
  return [...written].length > MAX_TASK_CHARS ? tooLongMessage(TASK_LABEL, MAX_TASK_CHARS) : null;
}

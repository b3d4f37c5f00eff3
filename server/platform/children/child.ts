/** The child's side of a process pool: it performs one task after the other and answers each with messages. */
import { flushCompileCache } from 'node:module';

/** A message of a child: it is ready, a part of a result, or the end of the result. */
export type ChildMessage =
  | { readonly ready: true }
  | { readonly part: unknown }
  | { readonly result: unknown };

/**
 * Performs the tasks that the parent sends. A task that throws ends the process. The parent then knows that the task
 * failed, and none of its data stays in memory.
 */
export function serveTasks<Task>(
  perform: (task: Task, sendPart: (part: unknown) => void) => Promise<unknown>,
): void {
  const send = (message: ChildMessage) => void process.send?.(message);
  // When the parent dies, the channel closes. Native work may be in progress, and only this signal ends it.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', (task) => {
    void perform(task as Task, (part) => send({ part })).then((result) => send({ result }));
  });
  // The parent ends this process by SIGKILL, so that its compiled code is kept for the next one now or never.
  flushCompileCache();
  send({ ready: true });
}

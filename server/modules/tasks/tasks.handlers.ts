import { addTask, showTasks } from '#contract/tasks/tasks.ts';
import { readWireDate, type IsoDate } from '#domain/dates.ts';
import { taskProblem } from '#domain/tasks/task.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { malformed, Refusal } from '#server/platform/dispatch/problems.ts';
import { insertTask, taskPage } from './tasks.sql.ts';

function dayOf(written: string | undefined): IsoDate | null {
  if (written === undefined || written === '') return null;
  const day = readWireDate(written);
  if (day === null) throw malformed('This date does not exist.');
  return day;
}

export const tasksHandlers: readonly Bound[] = [
  handle(addTask, async ({ tx, caller }, { task }) => {
    const problem = taskProblem(task);
    if (problem !== null) throw new Refusal(problem);
    await insertTask(tx, task.trim(), caller);
    return { err: '', msg: 'The task is saved.' };
  }),

  handle(showTasks, async ({ db, caller }, { asked }) => {
    const { body, next } = await taskPage(
      db.read,
      {
        from: dayOf(asked?.from),
        to: dayOf(asked?.to),
        after: asked?.after,
        limit: asked?.limit,
      },
      caller,
    );
    return Reply.json(body, { next });
  }),
];

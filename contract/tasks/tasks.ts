import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { dayOrNone, optionalJson, pageSchema, text } from '../fields.ts';
import { named } from '../wire.ts';

/** The tasks of the signed-in user. */

const shared = { endpoint: 'taskview_a.php', session: 'first', source: '001 §7 Task' } as const;

export const addTask = defineCall({
  ...shared,
  action: 'addtask',
  summary: 'Writes a task down for the caller.',
  right: { key: 'TASKSHEET', flag: 'add' },
  effect: 'write',
  args: { task: text() },
  reply: z.object({ err: z.string(), msg: z.string() }),
});

export const taskRow = named('crmt_', {
  srno: z.int(),
  task: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
});
export type TaskRow = z.output<typeof taskRow>;

export const showTasks = defineCall({
  ...shared,
  action: 'showtask',
  summary: "The caller's own tasks, newest first, page by page; of some days only where these are given.",
  right: { key: 'TASKSHEET', flag: 'query' },
  effect: 'read',
  assumed: true,
  args: {
    asked: optionalJson(
      named('', {
        from: ['srchFromDate', z.optional(dayOrNone)],
        to: ['srchToDate', z.optional(dayOrNone)],
        after: pageSchema.shape.after,
        limit: pageSchema.shape.limit,
      }),
    ),
  },
  reply: z.array(taskRow),
});

/** The tasks module: each user's private task list. */
export { tasksHandlers } from './tasks.handlers.ts';

/** The tasks room: what everyone writes down for himself. */
export { tasksHandlers } from './tasks.handlers.ts';

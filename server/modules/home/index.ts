/** The home module: counts of the work that waits for each user, and the stream that sends them to the page. */
export { homeHandlers } from './home.handlers.ts';
export { openWaiting } from './waiting.ts';

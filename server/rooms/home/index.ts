/** The home room: what waits for each person, and the one stream that the frame around the screens follows. */
export { homeHandlers } from './home.handlers.ts';
export { openWaiting } from './waiting.ts';

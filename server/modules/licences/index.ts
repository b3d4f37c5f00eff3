import type { Config } from '#server/platform/config.ts';
import type { Letterheads } from '#server/modules/masters/index.ts';
import type { Bound } from '#server/platform/dispatch/handler.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';
import { approvalHandlers } from './approval.handlers.ts';
import { linkHandlers } from './links.handlers.ts';
import { renewalHandlers } from './renewal.handlers.ts';

/** The licences module: entities send their licence documents by a link, and head office decides about them. */
export const licencesHandlers = (
  config: Config,
  { store, letterheads }: { readonly store: ObjectStore; readonly letterheads: Letterheads },
): readonly Bound[] => [
  ...renewalHandlers(config, letterheads),
  ...approvalHandlers(store),
  ...linkHandlers(config),
];

export { hashOfKey } from './keys.ts';
export { licencesJobs } from './licences.jobs.ts';
export { licencesWaiting } from './waiting.ts';

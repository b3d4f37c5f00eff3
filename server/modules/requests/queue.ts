import type { ApprovalRules } from '#domain/requests/approval.ts';
import type { QueueSource } from '#server/platform/queue.ts';
import { readDrafts, readSentBack, readSpecial, readStep } from './queue.sql.ts';
import { requestsWaiting, WRITES_REQUESTS } from './waiting.ts';

/** The rows of home about requests: own drafts, and for each kind that is counted live the requests behind its count. */
export const requestsQueue = (rules: ApprovalRules): readonly QueueSource[] => [
  { kind: 'draft', needs: [WRITES_REQUESTS], read: readDrafts },
  ...requestsWaiting(rules).flatMap(({ kind, needs }): readonly QueueSource[] => {
    switch (kind) {
      case 'sentback':
        return [{ kind, needs, read: readSentBack }];
      case 'special':
        return [{ kind, needs, read: readSpecial }];
      case 'bm':
      case 'zm':
      case 'cm':
      case 'fm':
        return [{ kind, needs, read: (on, caller) => readStep(on, kind, caller, rules.fourEyes) }];
      case 'link':
        return [{ kind, needs, read: (on, caller) => readStep(on, kind, caller, false) }];
      default:
        return [];
    }
  }),
];

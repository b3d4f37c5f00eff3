import { describe, expect, it } from 'vitest';
import { jobReason, MAIL_ERRORS } from './job.ts';

describe('why a job failed', () => {
  it.each([
    ['', 'none'],
    [`${MAIL_ERRORS.temporary}connect ECONNREFUSED 127.0.0.1:25`, 'mail server'],
    [`${MAIL_ERRORS.permanent}550 no such user`, 'mail refused'],
    ['The worker died while it did this.', 'worker died'],
    ['canceling statement due to statement timeout', 'database'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'database'],
    ['Cannot read properties of undefined', 'unknown'],
  ] as const)('%s → %s', (error, reason) => expect(jobReason(error)).toBe(reason));
});

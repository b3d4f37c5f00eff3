import type { Bound } from '#server/platform/dispatch/handler.ts';
import type { Config } from '#server/platform/config.ts';
import { groupHandlers } from './group.handlers.ts';
import { GROUP_CONSTRAINTS } from './group.sql.ts';
import { jobHandlers } from './job.handlers.ts';
import { passwordHandlers } from './password.handlers.ts';
import { rightsHandlers } from './rights.handlers.ts';
import type { Sessions } from './sessions.ts';
import { signInHandlers } from './signin.handlers.ts';
import { trailHandlers } from './trail.handlers.ts';
import { userHandlers } from './user.handlers.ts';
import { userImportHandlers } from './user.import.ts';
import { USER_CONSTRAINTS } from './user.sql.ts';

/** The access room: who comes in, and what they may do. */
export function accessHandlers(config: Config, sessions: Sessions): Bound[] {
  return [
    ...signInHandlers({
      sessions,
      sessionHours: config.SESSION_HOURS,
      signInFailures: config.SIGN_IN_FAILURES,
    }),
    ...passwordHandlers({
      sessions,
      refusePast: config.REFUSE_PAST_PASSWORDS,
      refuseCommon: config.REFUSE_COMMON_PASSWORDS,
      signInFailures: config.SIGN_IN_FAILURES,
    }),
    ...rightsHandlers,
    ...groupHandlers,
    ...trailHandlers,
    ...jobHandlers,
    ...userHandlers({ sessions, idleMinutes: config.SESSION_IDLE_MINUTES }),
    ...userImportHandlers(sessions),
  ];
}

export const ACCESS_CONSTRAINTS = { ...GROUP_CONSTRAINTS, ...USER_CONSTRAINTS };

export { openSessions, type Sessions } from './sessions.ts';
export { hashPassword } from './passwords.ts';
export { resetJob, sweepJob } from './access.jobs.ts';

import type { Bound } from '#server/platform/dispatch/handler.ts';
import type { Config } from '#server/platform/config.ts';
import type { Metrics } from '#server/platform/metrics.ts';
import { groupHandlers } from './group.handlers.ts';
import { GROUP_CONSTRAINTS } from './group.sql.ts';
import { jobHandlers } from './job.handlers.ts';
import { passwordHandlers } from './password.handlers.ts';
import { PasswordHasher } from './passwords.ts';
import { rightsHandlers } from './rights.handlers.ts';
import type { Sessions } from './sessions.ts';
import { signInHandlers } from './signin.handlers.ts';
import { Admission } from './throttle.ts';
import { trailHandlers } from './trail.handlers.ts';
import { userHandlers } from './user.handlers.ts';
import { userImportHandlers } from './user.import.ts';
import { USER_CONSTRAINTS } from './user.sql.ts';

/** The access module: sign-in, users and their rights. */
export function accessHandlers(config: Config, sessions: Sessions, metrics: Metrics): Bound[] {
  const attempts = { hasher: new PasswordHasher(metrics), admission: new Admission() };
  return [
    ...signInHandlers({
      ...attempts,
      sessions,
      sessionHours: config.SESSION_HOURS,
      signInFailures: config.SIGN_IN_FAILURES,
    }),
    ...passwordHandlers({
      ...attempts,
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
export { emailChangedJob, resetJob, sweepJob } from './access.jobs.ts';

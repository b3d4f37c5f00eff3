import type { Bound } from '#server/platform/dispatch/handler.ts';
import type { Config } from '#server/platform/config.ts';
import type { Metrics } from '#server/platform/metrics.ts';
import { PROPOSAL_CONSTRAINTS } from '#server/platform/dispatch/proposal.sql.ts';
import { factorHandlers } from './factor.handlers.ts';
import { groupHandlers } from './group.handlers.ts';
import { GROUP_CONSTRAINTS } from './group.sql.ts';
import { jobHandlers } from './job.handlers.ts';
import { ownSessionHandlers } from './own-session.handlers.ts';
import { passwordHandlers } from './password.handlers.ts';
import { canHavePasskeys, passkeyHandlers } from './passkey.handlers.ts';
import { PASSKEY_CONSTRAINTS } from './passkey.sql.ts';
import { PasswordHasher } from './passwords.ts';
import { RETENTION_CONSTRAINTS, retentionHandlers } from './retention.handlers.ts';
import { PROVIDER_CONSTRAINTS } from './provider.sql.ts';
import { providerHandlers } from './provider.handlers.ts';
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
  const attempts = {
    hasher: new PasswordHasher(metrics),
    admission: new Admission(),
    signInFailures: config.SIGN_IN_FAILURES,
  };
  return [
    ...signInHandlers({
      ...attempts,
      metrics,
      sessions,
      sessionHours: config.SESSION_HOURS,
      tellsNewDevice: config.NEW_DEVICE_MAIL,
    }),
    ...providerHandlers({
      sessions,
      sessionHours: config.SESSION_HOURS,
      tellsNewDevice: config.NEW_DEVICE_MAIL,
      publicUrl: config.PUBLIC_URL,
    }),
    ...passwordHandlers({
      ...attempts,
      sessions,
      refusePast: config.REFUSE_PAST_PASSWORDS,
      refuseCommon: config.REFUSE_COMMON_PASSWORDS,
    }),
    ...factorHandlers({ ...attempts, sessions, secret: config.SECOND_FACTOR_SECRET }),
    ...passkeyHandlers({ sessions, publicUrl: config.PUBLIC_URL }),
    ...ownSessionHandlers({ sessions, idleMinutes: config.SESSION_IDLE_MINUTES }),
    ...rightsHandlers,
    ...groupHandlers({
      canSetUpFactor: config.SECOND_FACTOR_SECRET !== '' || canHavePasskeys(config.PUBLIC_URL),
      isChecked: config.MAKER_CHECKER.includes('rights'),
    }),
    ...trailHandlers,
    ...jobHandlers,
    ...retentionHandlers,
    ...userHandlers({ sessions, idleMinutes: config.SESSION_IDLE_MINUTES }),
    ...userImportHandlers(sessions),
  ];
}

export const ACCESS_CONSTRAINTS = {
  ...GROUP_CONSTRAINTS,
  ...USER_CONSTRAINTS,
  ...PASSKEY_CONSTRAINTS,
  ...RETENTION_CONSTRAINTS,
  ...PROVIDER_CONSTRAINTS,
  ...PROPOSAL_CONSTRAINTS,
};

export { proposalsWaiting } from './proposal.waiting.ts';
export { proposalHandlers } from './proposal.handlers.ts';
export { providerLinks } from './provider.links.ts';
export { discoverProvider, unnamedHosts } from './provider.ts';
export { jobsWaiting } from './job.waiting.ts';
export { openSessions, type Sessions } from './sessions.ts';
export { hashOf } from './sessions.ts';
export { hashPassword } from './passwords.ts';
export { emailChangedJob, noticeJob, resetJob } from './access.jobs.ts';
export { holdLeftJob } from './hold.jobs.ts';
export { accessSweeps } from './access.sweeps.sql.ts';

import type { Declaration } from '#contract/define.ts';
import { FACTOR_TEXTS, type StepUpKind } from '#domain/access/factors.ts';
import type { Caller, SessionStore } from './caller.ts';
import { confirmFirst, Problem, Refusal, sessionExpired } from './problems.ts';

/** Which calls need a fresh second factor, and how long one stays fresh. */
export interface StepUpPolicy {
  readonly kinds: readonly StepUpKind[];
  readonly minutes: number;
}

const MINUTE_MS = 60_000;

/**
 * A sign-in confirms nothing, whatever was given for it: whoever steals a young session would have its confirmation. The
 * password, or the identity provider asked again, is enough for few calls, and only for a user without a factor that
 * counts.
 */
function isConfirmed({ factor }: Caller, isPasswordEnough: boolean, minutes: number): boolean {
  const since = Date.now() - minutes * MINUTE_MS;
  const isFresh = (at: number | null) => at !== null && at > since;
  return (
    isFresh(factor.stepUpAt) || (isPasswordEnough && !factor.isSetUp && isFresh(factor.reauthenticatedAt))
  );
}

/** The refusal of one record by a handler that decides record by record: this one needs a fresh second factor. */
export class StepUpMissing extends Refusal {}

/** The refusal of a call that lacks a fresh second factor. The page asks for it and repeats the call. */
export function stepUpRefusal({ factor }: Caller, isPasswordEnough = false): Problem {
  if (factor.isSetUp) return confirmFirst('confirm');
  if (isPasswordEnough) return confirmFirst(factor.signedInBy === 'password' ? 'password' : 'provider');
  if (factor.signedInBy === 'provider with second factor') return confirmFirst('provider');
  return new Problem(403, { err: factor.isNew ? FACTOR_TEXTS.nextSignIn : FACTOR_TEXTS.needsFactor });
}

/**
 * Refuses a call that needs a fresh second factor and lacks it. Returns true if the handler must decide record by
 * record. The cached session may not know yet what was confirmed through another process, so it is loaded again first.
 */
export async function isStepUpMissing(
  { stepUp: policy, sessionStore }: { readonly stepUp: StepUpPolicy; readonly sessionStore: SessionStore },
  { stepUp }: Declaration,
  caller: Caller | null,
  args: object,
): Promise<boolean> {
  if (stepUp === undefined || caller === null) return false;
  const { kind, always, when, perRecord } = stepUp;
  const isNamed = kind !== 'factors' && policy.kinds.includes(kind);
  if (!isNamed && kind !== 'factors' && always !== true) return false;
  // What the settings name needs a factor. What is always asked must be possible for those who have none.
  const isPasswordEnough = !isNamed;
  if (when?.(args as never) === false || isConfirmed(caller, isPasswordEnough, policy.minutes)) return false;
  const now = await sessionStore.reload(caller);
  if (now === null) throw sessionExpired();
  if (isConfirmed(now, isPasswordEnough, policy.minutes)) return false;
  if (perRecord === true) return true;
  throw stepUpRefusal(now, isPasswordEnough);
}

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

function isConfirmed({ factor }: Caller, kind: StepUpKind, minutes: number): boolean {
  const since = Date.now() - minutes * MINUTE_MS;
  if (factor.confirmedAt !== null && factor.confirmedAt > since) return true;
  // The password is enough only to set up the first factor.
  return kind === 'factors' && !factor.isSetUp && factor.passwordAt > since;
}

/** The refusal of one record by a handler that decides record by record: this one needs a fresh second factor. */
export class StepUpMissing extends Refusal {}

/** The refusal of a call that lacks a fresh second factor. The page asks for it and repeats the call. */
export function stepUpRefusal({ factor }: Caller, kind: StepUpKind): Problem {
  if (factor.isSetUp) return confirmFirst('confirm');
  return kind === 'factors' ? confirmFirst('password') : new Problem(403, { err: FACTOR_TEXTS.needsFactor });
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
  const { kind, when, perRecord } = stepUp;
  if (kind !== 'factors' && !policy.kinds.includes(kind)) return false;
  if (when?.(args as never) === false || isConfirmed(caller, kind, policy.minutes)) return false;
  const now = await sessionStore.reload(caller);
  if (now === null) throw sessionExpired();
  if (isConfirmed(now, kind, policy.minutes)) return false;
  if (perRecord === true) return true;
  throw stepUpRefusal(now, kind);
}

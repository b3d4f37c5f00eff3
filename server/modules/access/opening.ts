import { dateInIndia, financialYearOf } from '#domain/dates.ts';
import type { FactorDue } from '#domain/access/factors.ts';
import type { Transaction } from '#server/platform/database.ts';
import { networkOf } from '#server/platform/network.ts';
import { openSession } from './access.sql.ts';
import { rememberDevice } from './device.sql.ts';
import { deviceOf } from './device.ts';
import { factorDue, hashOf, newSessionId } from './sessions.ts';
import { rememberKnownAddress } from './throttle.ts';

/** The user who signs in. */
export interface SigningIn {
  readonly srno: number;
  readonly user_id: string;
  readonly name: string;
  readonly must_change_password: boolean;
  readonly employee_code: string;
  readonly entity_id: string;
  readonly entity_type: string;
  readonly entity_name: string;
}

/** How the user has proved who they are. */
export type Proof =
  | { readonly by: 'password'; readonly hash: string }
  | { readonly by: 'provider' | 'provider with second factor' };

interface Opening {
  readonly proof: Proof;
  readonly sessionHours: number;
  readonly tellsNewDevice: boolean;
  readonly address: string | null;
  readonly agent: string;
}

const MAX_AGENT_CHARS = 300;

/**
 * Opens a session for a user who has proved who they are, in whatever way. The transaction must run in the name of this
 * user, because the trail takes its actor from it. Returns null if the user may no longer sign in.
 */
export async function openSessionFor(
  tx: Transaction,
  user: SigningIn,
  { proof, sessionHours, tellsNewDevice, address, ...rest }: Opening,
): Promise<{ readonly session: string; readonly due: FactorDue } | null> {
  const session = newSessionId();
  const agent = rest.agent.slice(0, MAX_AGENT_CHARS);
  const hash = proof.by === 'password' ? proof.hash : null;
  const values = [hashOf(session), user.srno, hash, sessionHours, address, agent, proof.by];
  const opened = await tx.maybe(openSession, values);
  if (opened === undefined) return null;
  const due = factorDue(opened, false);
  // An address becomes known when the user has passed all checks.
  if (due !== 'verify') await rememberKnownAddress(tx, user.srno, address);
  const network = networkOf(address);
  // The user is told before the second factor: someone else has the password.
  if (tellsNewDevice && network !== null)
    await tx.maybe(rememberDevice, [user.srno, deviceOf(agent), network]);
  return { session, due };
}

/** The specified reply to a sign-in. Who came by the identity provider need not know a password, and is not asked to change it. */
export const signedInReply = (
  user: SigningIn,
  { session, due }: { readonly session: string; readonly due: FactorDue },
  { by }: Pick<Proof, 'by'>,
  now: Date,
) => ({
  status: 'MSG0000',
  session,
  srno: user.srno,
  id: user.user_id,
  name: user.name,
  entityid: user.entity_id,
  entitytype: user.entity_type as 'A' | 'B' | 'F',
  entityname: user.entity_name,
  empcode: user.employee_code,
  finyear: financialYearOf(dateInIndia(now.getTime())),
  chg_pw_on_logon: user.must_change_password && by === 'password' ? (1 as const) : (0 as const),
  ...(due !== 'none' && { factor: due }),
});

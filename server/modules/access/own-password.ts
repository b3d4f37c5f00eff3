import type { Acting, Database } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { passwordOf } from './access.sql.ts';
import type { HashTurn, PasswordHasher } from './passwords.ts';
import { forgive, oldPasswordBuckets, reserve, type Admission } from './throttle.ts';

/** What counts and evaluates the attempts of a process. */
export interface Attempts {
  readonly hasher: PasswordHasher;
  readonly admission: Admission;
  readonly signInFailures: number;
}

/** A signed-in user and the holder of a valid link count as known. */
export const turnOf = (account: number): HashTurn => ({ key: `account ${account}`, isKnown: true });

interface Typed {
  readonly db: Database;
  readonly caller: Caller;
  readonly address: string | null;
  readonly acting: Acting;
}

/** Checks the password of the signed-in user. Returns what is stored, or null if the password is wrong. */
export async function checkOwnPassword(
  { hasher, admission, signInFailures }: Attempts,
  { db, caller, address, acting }: Typed,
  password: string,
): Promise<{ readonly hash: string; readonly past: string[] } | null> {
  const { attempt, current } = await admission.run(address, () =>
    db.write(acting, async (tx) => ({
      attempt: await reserve(
        tx,
        { username: caller.userId, address },
        oldPasswordBuckets(caller.account, signInFailures),
      ),
      current: await tx.one(passwordOf, [caller.account]),
    })),
  );
  const isRight = await admission.evaluate(db, address, attempt, () =>
    hasher.isPassword(password, current.hash, turnOf(caller.account)),
  );
  if (!isRight) return null;
  await db.write(acting, (tx) => forgive(tx, attempt));
  return current;
}

import { createHash } from 'node:crypto';
import * as access from '#contract/access/session.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { sample, type ModuleSamples } from './sample.ts';

const NEW_PASSWORD = 'Monsoon2027';
/** A head-office user sees every branch, a branch user the allowed ones, a franchise user none. */
const BRANCHES = { lists: ['A', 'B'] } as const;

export const accessSamples: ModuleSamples = {
  samples: [
    sample(access.signIn, 'none', () => ({
      username: 'sales.mum',
      password: DEMO_PASSWORD,
      tag: 'WEB' as const,
    })),
    sample(access.resetPassword, 'none', () => ({
      username: 'sales.mum',
      email: 'sales.mum@bureau.example',
    })),
    sample(access.finishReset, 'none', async ({ database, word }) => {
      const token = createHash('sha256').update(word).digest('base64url');
      await database.query(
        `insert into access.password_reset (token_hash, account, expires_at)
         select $1, srno, now() + interval '10 minutes' from access.account where user_id = 'staff.del'`,
        [createHash('sha256').update(token).digest()],
      );
      return { passwords: { token, new: NEW_PASSWORD, rnew: NEW_PASSWORD } };
    }),
    sample(access.signOut, 'none', () => ({})),
    sample(access.changePassword, 'none', () => ({
      passwords: { old: DEMO_PASSWORD, new: NEW_PASSWORD, rnew: NEW_PASSWORD },
    })),
    sample(access.allRights, 'none', () => ({ keys: { COUNTRY: '', LOGOUT: '' } })),
    sample(access.screenRights, 'none', () => ({ key: 'COUNTRY' })),
    sample(access.heldRights, 'none', () => ({})),
    sample(access.ownAccess, 'none', () => ({})),
    sample(access.allowedBranches, BRANCHES, () => ({})),
    sample(access.allowedBranchesSelect, BRANCHES, () => ({})),
    sample(access.allowedBranchesAll, BRANCHES, () => ({})),
  ],
};

import { createHash } from 'node:crypto';
import * as factors from '#contract/access/factors.ts';
import { endOwnSessions, ownSessions } from '#contract/access/own-sessions.ts';
import { CHECKED_KINDS } from '#domain/access/proposals.ts';
import * as proposals from '#contract/access/proposals.ts';
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
    {
      call: access.finishProviderSignIn,
      reach: 'none',
      async content({ database, word }) {
        const hash = (text: string) => createHash('sha256').update(text).digest();
        await database.query(
          `insert into access.provider_sign_in (state_hash, ticket_hash, account, has_second_factor)
           select $1, $2, srno, false from access.account where user_id = 'staff.del'`,
          [hash(`state ${word}`), hash(word)],
        );
        return { args: {}, cookie: `bureau-ticket=${word}` };
      },
    },
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
    sample(factors.factorState, 'none', () => ({})),
    sample(factors.confirmFactor, 'none', () => ({ code: '123456' })),
    sample(factors.confirmPassword, 'none', () => ({ password: DEMO_PASSWORD })),
    {
      call: factors.confirmProvider,
      reach: 'none',
      content: async ({ word }) => ({ args: {}, cookie: `bureau-ticket=${word}` }),
    },
    sample(factors.beginTotp, 'none', () => ({})),
    sample(factors.finishTotp, 'none', () => ({ code: '123456' })),
    sample(factors.removeTotp, 'none', () => ({})),
    sample(factors.newRecoveryCodes, 'none', () => ({})),
    sample(factors.beginPasskey, 'none', () => ({})),
    sample(factors.addPasskey, 'none', () => ({ passkey: { name: 'Phone', response: {} } })),
    sample(factors.renamePasskey, 'none', () => ({ srno: 1, name: 'Phone' })),
    sample(factors.removePasskey, 'none', () => ({ srno: 1 })),
    sample(factors.askPasskey, 'none', () => ({})),
    sample(factors.confirmPasskey, 'none', () => ({ response: {} })),
    sample(ownSessions, 'none', () => ({})),
    sample(endOwnSessions, 'none', () => ({ id: '0'.repeat(16) })),
    sample(proposals.proposalList, 'none', () => ({})),
    ...CHECKED_KINDS.map((kind) =>
      sample(proposals.decisionOf(kind), 'named', async ({ database, place }) => {
        const made = await database.query<{ srno: number }>(
          `insert into platform.proposal (kind, call, fields, record, changes, branch, made_by, made_by_name)
           values ($1, 'user.save', '[]', '', '[]', $2, 1, 'Administrator') returning srno`,
          [kind, place.srno],
        );
        const srno = made.rows[0]?.srno ?? 0;
        return { decision: { srno, decision: 'refused' as const, remark: 'No' } };
      }),
    ),
    sample(access.allRights, 'none', () => ({ keys: { COUNTRY: '', LOGOUT: '' } })),
    sample(access.screenRights, 'none', () => ({ key: 'COUNTRY' })),
    sample(access.heldRights, 'none', () => ({})),
    sample(access.ownAccess, 'none', () => ({})),
    sample(access.allowedBranches, BRANCHES, () => ({})),
    sample(access.allowedBranchesSelect, BRANCHES, () => ({})),
    sample(access.allowedBranchesAll, BRANCHES, () => ({})),
  ],
};

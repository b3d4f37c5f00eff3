import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { text, yesOrNo } from '../fields.ts';
import { named } from '../wire.ts';

/** The sessions of the signed-in user. */

const shared = {
  endpoint: 'factor_a.php',
  session: 'first',
  right: 'signed-in',
  source: 'docs/readings.md: own sessions',
  assumed: true,
} as const;

const SESSION_NAME_CHARS = 16;

export const ownSessions = defineCall({
  ...shared,
  action: 'sessions',
  summary: 'The sessions in which the user is signed in now, the last used first, at most 50.',
  effect: 'read',
  args: {},
  reply: z.object({
    sessions: z.array(
      named('', {
        /** Names the session, but cannot be used as one. */
        id: z.string(),
        /** Browser and system. */
        device: z.string(),
        address: z.string(),
        /** ISO 8601. */
        started: z.string(),
        used: z.string(),
        /** Whether it is the session that asks. */
        isOwn: ['own', yesOrNo],
      }),
    ),
  }),
});
export type OwnSession = z.infer<typeof ownSessions.reply>['sessions'][number];

export const endOwnSessions = defineCall({
  ...shared,
  action: 'endsessions',
  summary:
    'Ends another session of the user, or all others if none is named. It needs a fresh factor, or the password while there is none.',
  effect: 'outside',
  stepUp: { kind: 'factors' },
  args: { id: text(SESSION_NAME_CHARS) },
  reply: z.object({ err: z.string(), msg: z.string(), done: yesOrNo }),
});

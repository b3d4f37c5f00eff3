import { describe, expect, it } from 'vitest';
import { reachedBy } from './lastSteps.ts';

/** Lines of the activity as the server sends them, newest first; each says who and the status it made. */
const log = (...lines: readonly (readonly [string, string])[]) =>
  lines
    .map(([um_username, acl_status]) => ({ acl_timestamp: '', um_username, acl_remark: '', acl_status }))
    .toReversed();
const who = (lines: ReturnType<typeof log>) =>
  Object.fromEntries([...reachedBy(lines)].map(([status, { um_username }]) => [status, um_username]));

describe('who took the last steps', () => {
  it('is told by the lines that made a status, and by no other', () => {
    expect(who(log(['Maker', ''], ['Desk', 'S'], ['Rider', ''], ['Rider', 'D']))).toEqual({
      S: 'Desk',
      D: 'Rider',
    });
  });

  it('of several who sent notes out the first planned it', () => {
    expect(who(log(['Desk', 'S'], ['Vault', 'S']))).toEqual({ S: 'Desk' });
  });

  it('a delivery taken back leaves the plan with whoever made it', () => {
    expect(who(log(['Desk', 'S'], ['Rider', 'D'], ['Vault', 'S']))).toEqual({ S: 'Desk' });
  });

  it('what came home again is planned by whoever does so next', () => {
    expect(who(log(['Desk', 'S'], ['Vault', 'P'], ['Other', 'S']))).toMatchObject({ S: 'Other' });
  });
});

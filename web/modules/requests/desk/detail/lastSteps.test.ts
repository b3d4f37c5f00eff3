import { describe, expect, it } from 'vitest';
import { reachedBy } from './lastSteps.ts';

/** Lines of the activity log as the server sends them, newest first; each has a user and the status that it set. */
const log = (...lines: readonly (readonly [string, string])[]) =>
  lines.map(([by, status]) => ({ at: '', by, remark: '', status })).toReversed();
const who = (lines: ReturnType<typeof log>) =>
  Object.fromEntries([...reachedBy(lines)].map(([status, { by }]) => [status, by]));

describe('the user who took each of the last steps', () => {
  it('comes only from the lines that set a status', () => {
    expect(who(log(['Maker', ''], ['Desk', 'S'], ['Rider', ''], ['Rider', 'D']))).toEqual({
      S: 'Desk',
      D: 'Rider',
    });
  });

  it('is the first of several users who sent notes out', () => {
    expect(who(log(['Desk', 'S'], ['Vault', 'S']))).toEqual({ S: 'Desk' });
  });

  it("keeps the plan's user after a delivery is undone", () => {
    expect(who(log(['Desk', 'S'], ['Rider', 'D'], ['Vault', 'S']))).toEqual({ S: 'Desk' });
  });

  it('is the next planner after the notes have returned', () => {
    expect(who(log(['Desk', 'S'], ['Vault', 'P'], ['Other', 'S']))).toMatchObject({ S: 'Other' });
  });
});

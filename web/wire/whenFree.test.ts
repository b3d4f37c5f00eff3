import { describe, expect, it } from 'vitest';
import { whenFree, type UploadAnswer } from './whenFree.ts';

const BUSY = JSON.stringify({ err: 'You have 4 uploads under way.', busy: 'uploads' });
const SOON = { pauseMs: 1 };

/** Gives one answer after the other, the last one again and again, and counts how often it was asked. */
function answering(...answers: readonly UploadAnswer[]) {
  const asked = { times: 0 };
  const send = async () => {
    asked.times += 1;
    return answers[Math.min(asked.times, answers.length) - 1] ?? { status: 500, text: '' };
  };
  return { asked, send };
}

describe('an upload', () => {
  it.each([429, 503])('waits while too many are under way (%i)', async (status) => {
    const busy = { status, text: BUSY };
    const done = { status: 200, text: '{"error":""}' };
    const { asked, send } = answering(busy, busy, done);
    expect(await whenFree(send, SOON)).toBe(done);
    expect(asked.times).toBe(3);
  });

  it('does not wait for anything else', async () => {
    for (const answer of [
      { status: 429, text: '{"err":"Too many attempts."}' },
      { status: 503, text: 'a page of a proxy' },
      { status: 200, text: BUSY },
    ]) {
      const { asked, send } = answering(answer);
      expect(await whenFree(send, SOON)).toBe(answer);
      expect(asked.times).toBe(1);
    }
  });

  it('tells in the end that it had to wait too long', async () => {
    const { asked, send } = answering({ status: 429, text: BUSY });
    expect((await whenFree(send, SOON)).text).toBe(BUSY);
    expect(asked.times).toBe(60);
  });

  it('can be given up while it waits', async () => {
    const own = new AbortController();
    const { asked, send } = answering({ status: 429, text: BUSY });
    const sending = whenFree(send, { signal: own.signal, pauseMs: 60_000 });
    setTimeout(() => own.abort(), 10);
    await expect(sending).rejects.toThrow('given up');
    expect(asked.times).toBe(1);
  });
});

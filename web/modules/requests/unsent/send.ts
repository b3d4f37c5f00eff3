import { isPassing, messageOf, userMessage } from '#web/wire/problems.ts';
import { sendRequest, type Saved } from '../form/sendRequest.ts';
import { isUnsent, readUnsent, removeUnsent, writeUnsent, type UnsentRequest } from './store.ts';

/** Each attempt has its key, so that one that has reached the server before has no second effect. */
async function sendAttempts({ attempts: [first, second] }: UnsentRequest): Promise<Saved | null> {
  if (first === undefined) return null;
  const saved = await sendRequest(first, true);
  if (second === undefined) return saved;
  const record = { ...second.record, reqSrNo: saved.srno };
  return sendRequest({ record, version: saved.version, key: second.key }, true);
}

async function sendAll(user: number, key: string, onSaved: (srno: number) => void): Promise<boolean> {
  for (const unsent of await readUnsent(user, key)) {
    // A refused draft waits for its author. One that was opened meanwhile is in the form.
    if (unsent.refusal !== '' || !isUnsent(user, unsent.id)) continue;
    try {
      const saved = await sendAttempts(unsent);
      removeUnsent(user, unsent.id);
      if (saved !== null) onSaved(saved.srno);
    } catch (error) {
      if (isPassing(error) || userMessage(error) === null) return false;
      if (isUnsent(user, unsent.id))
        await writeUnsent(user, key, { ...unsent, attempts: [], refusal: messageOf(error) });
    }
  }
  return true;
}

/** Sends the user's drafts one after another, in one tab at a time. Returns false if some are left to send later. */
export const sendUnsent = (user: number, key: string, onSaved: (srno: number) => void): Promise<boolean> =>
  navigator.locks.request(`bureau.unsent.${user}`, () => sendAll(user, key, onSaved));

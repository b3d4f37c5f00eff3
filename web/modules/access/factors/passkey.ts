import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { addPasskey, askPasskey, beginPasskey, confirmPasskey } from '#contract/access/factors.ts';
import type { ReplyOf } from '#contract/define.ts';
import { call } from '#web/wire/call.ts';
import { CallError } from '#web/wire/problems.ts';
import { factorsText } from '#web/texts/factors.ts';

const text = factorsText.passkeys;

export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** The browser throws if the user cancels, waits too long or has no such passkey. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch {
    throw new CallError(0, text.cancelled);
  }
}

/** Makes a passkey on this device. */
export async function registerPasskey(name: string): Promise<ReplyOf<typeof addPasskey>> {
  const { reply } = await call(beginPasskey, {});
  const optionsJSON = reply.options as never;
  const response = await asked(() => startRegistration({ optionsJSON }));
  return (await call(addPasskey, { passkey: { name, response: { ...response } } })).reply;
}

/** Confirms the session by a passkey. */
export async function confirmByPasskey(): Promise<ReplyOf<typeof confirmPasskey>> {
  const { reply } = await call(askPasskey, {});
  if (!reply.done) return reply;
  const optionsJSON = reply.options as never;
  const response = await asked(() => startAuthentication({ optionsJSON }));
  return (await call(confirmPasskey, { response: { ...response } })).reply;
}

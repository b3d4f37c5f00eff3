import { FactorError } from './problems.ts';

/** Asks the user for a second factor or the password. Resolves to false if the user does not give it. */
type AskFactor = (factor: FactorError['factor']) => Promise<boolean>;

/** The dialog that asks. It is loaded after the first screen, so the first question may have to wait for it. */
let dialog = Promise.withResolvers<AskFactor>();

/** Sets the dialog that asks; null removes it. */
export function setAskFactor(ask: AskFactor | null): void {
  if (ask === null) dialog = Promise.withResolvers();
  else dialog.resolve(ask);
}

/** Sends something. If the server asks for a fresh second factor and the user gives it, it is sent once more. */
export async function withFactor<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof FactorError)) throw error;
    const ask = await dialog.promise;
    if (!(await ask(error.factor))) throw error;
    return send();
  }
}

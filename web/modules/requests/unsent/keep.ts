import { connectionText as text } from '#web/texts/connection.ts';
import type { Unanswered } from '../form/sendRequest.ts';
import type { StoredForm } from '../form/storedForm.ts';
import { keepUnsent } from './store.ts';

interface OfflineSave {
  /** The serial number of the user. */
  readonly user: number;
  /** Undefined until the rights of the user are known. */
  readonly key: string | undefined;
  readonly srno: number;
  readonly form: StoredForm;
  readonly attempts: readonly Unanswered[];
  readonly isFinal: boolean;
  /** The number of documents that are chosen but not uploaded. */
  readonly documents: number;
}

/** Saves a request without a connection: a draft is kept on this device. Returns null, or why that is not possible. */
export async function keepRequest(save: OfflineSave): Promise<string | null> {
  const { user, key, isFinal, documents, ...unsent } = save;
  if (isFinal) return text.final;
  if (documents > 0) return text.documents;
  const isKept = key !== undefined && (await keepUnsent(user, key, unsent));
  return isKept ? null : text.notKept;
}

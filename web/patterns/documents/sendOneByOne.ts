import { userMessage } from '#web/wire/problems.ts';

export interface FailedSend<Document> {
  readonly document: Document;
  readonly error: unknown;
}

const isGivenUp = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/**
 * Sends one after another and returns those that failed, so that one of them keeps none of the others back. It stops when
 * the user gives up or the session ends, because the next would fail as well.
 */
export async function sendOneByOne<Document>(
  documents: readonly Document[],
  send: (document: Document) => Promise<void>,
): Promise<readonly FailedSend<Document>[]> {
  const failed: FailedSend<Document>[] = [];
  for (const document of documents) {
    try {
      await send(document);
    } catch (error) {
      if (isGivenUp(error) || userMessage(error) === null) throw error;
      failed.push({ document, error });
    }
  }
  return failed;
}

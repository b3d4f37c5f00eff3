import { fieldsBody } from './world.ts';

/** An open event stream, read by a client without a browser. */
export interface OpenStream {
  readonly status: number;
  /** The events so far, oldest first. */
  readonly events: readonly any[];
  /** Settles when the server has ended it. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens a declared stream; `onEvent` is called for each event when it arrives. */
export async function openStream(
  url: string,
  endpoint: string,
  fields: readonly string[],
  onEvent: (event: any) => void = () => {},
): Promise<OpenStream> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/${endpoint}`, {
    method: 'POST',
    body: fieldsBody(fields),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    signal: leaving.signal,
  });
  const events: unknown[] = [];
  async function read(): Promise<void> {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const whole = text.split('\n\n');
      text = whole.pop() ?? '';
      for (const line of whole.filter((each) => each.startsWith('data:'))) {
        const event: unknown = JSON.parse(line.slice('data:'.length));
        events.push(event);
        onEvent(event);
      }
    }
  }
  const ended = read().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return { status: response.status, events, ended, close: () => leaving.abort() };
}

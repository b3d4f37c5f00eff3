/**
 * The only place from which a serving process asks other hosts over HTTP. Each user of it names its hosts from the
 * settings, so that neither a redirect nor an address in somebody's data leads anywhere else.
 */

export interface OutsideBounds {
  /** The addresses that may be asked, by their origins. */
  readonly origins: readonly string[];
  /** From the question to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** A question that is not asked, or an answer that is not read to its end, because of its bounds. */
export class OutsideRefusal extends Error {}

type Init = Omit<RequestInit, 'redirect'> & { readonly redirect?: 'error' | 'manual' };

const systemFetch = globalThis.fetch;

/** Asks one of the named hosts. The answer is read whole, within its bounds, and a redirect is never followed. */
export function outsideFetch({ origins, timeoutMs, maxBytes }: OutsideBounds) {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  return async (url: string, init: Init = {}): Promise<Response> => {
    const { origin } = new URL(url);
    if (!allowed.has(origin)) throw new OutsideRefusal(`the settings do not name ${origin}`);
    const late = AbortSignal.timeout(timeoutMs);
    const response = await systemFetch(url, {
      redirect: 'error',
      ...init,
      signal: init.signal ? AbortSignal.any([init.signal, late]) : late,
    });
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += part.length;
      if (bytes > maxBytes)
        throw new OutsideRefusal(`the answer of ${origin} has more than ${maxBytes} bytes`);
      parts.push(part);
    }
    const { status, statusText, headers } = response;
    return new Response(parts.length === 0 ? null : Buffer.concat(parts), { status, statusText, headers });
  };
}

/** Takes `fetch` away from everything else in this process, because a library may fetch what a stranger's data names. */
export function closeGlobalFetch(): void {
  globalThis.fetch = () => Promise.reject(new OutsideRefusal('only platform/outside.ts may fetch'));
}

import pg from 'pg';
import { performance } from 'node:perf_hooks';
import type { Listener } from '../database.ts';

const HEARTBEAT_MS = 200;
/** Together with the heartbeat, this limits the effect of a missed change to one second after it was acknowledged. */
const TRUST_MS = 700;
const RECONNECT_MS = 300;
const HEARTBEAT_TIMEOUT_MS = 1_500;
const CONNECT_TIMEOUT_MS = 2_000;
const GOODBYE_MS = 100;

const quoted = (channel: string) => `"${channel.replaceAll('"', '""')}"`;

/** Closes the connection without waiting for a half-open one, which never answers. */
async function hangUp(client: pg.Client): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
  const impatience = setTimeout(() => stream.destroy(), GOODBYE_MS);
  await client.end().catch(() => {});
  clearTimeout(impatience);
}

export function openListener(
  url: string,
  onError: (error: Error) => void,
  onAlive: (askedAt: number) => void = () => {},
): Listener {
  const channels = new Map<string, Set<(payload: string) => void>>();
  const gaps = new Set<() => void>();
  let client: pg.Client | null = null;
  let confirmedAt = -Infinity;
  let closed = false;
  let reconnecting: NodeJS.Timeout | undefined;
  let resting: NodeJS.Timeout | undefined;

  const lose = (lost: pg.Client) => {
    if (client !== lost) return;
    client = null;
    confirmedAt = -Infinity;
    lost.removeAllListeners('notification');
    void hangUp(lost);
    if (!closed) reconnecting = setTimeout(() => void connect(), RECONNECT_MS);
  };

  async function heartbeat(on: pg.Client): Promise<void> {
    while (client === on && !closed) {
      const sentAt = performance.now();
      const late = setTimeout(() => lose(on), HEARTBEAT_TIMEOUT_MS);
      try {
        await on.query('select');
        if (client === on) confirmedAt = sentAt;
        onAlive(sentAt);
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)));
        lose(on);
      } finally {
        clearTimeout(late);
      }
      await new Promise((resolve) => (resting = setTimeout(resolve, HEARTBEAT_MS)));
    }
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'bureau line',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    client = fresh;
    fresh.on('error', (error) => {
      onError(error);
      lose(fresh);
    });
    fresh.on('end', () => lose(fresh));
    fresh.on('notification', ({ channel, payload }) => {
      for (const heard of channels.get(channel) ?? []) heard(payload ?? '');
    });
    // Covers the connection and the first commands, because a hanging server accepts a connection and answers nothing.
    const late = setTimeout(() => lose(fresh), CONNECT_TIMEOUT_MS);
    try {
      await fresh.connect();
      for (const channel of channels.keys()) await fresh.query(`listen ${quoted(channel)}`);
      for (const forget of gaps) forget();
      void heartbeat(fresh);
    } catch (error) {
      if (!closed) onError(error instanceof Error ? error : new Error(String(error)));
      lose(fresh);
    } finally {
      clearTimeout(late);
    }
  }

  // The first connection is made in the next turn of the event loop, so that every listener registers first.
  reconnecting = setTimeout(() => void connect(), 0);

  return {
    isTrusted: () => performance.now() - confirmedAt < TRUST_MS,
    listen(channel, heard) {
      const hearers = channels.get(channel) ?? new Set();
      hearers.add(heard);
      channels.set(channel, hearers);
      if (hearers.size === 1 && client !== null && confirmedAt > -Infinity)
        void client.query(`listen ${quoted(channel)}`).catch(onError);
    },
    onGap: (forget) => void gaps.add(forget),
    async close() {
      closed = true;
      clearTimeout(reconnecting);
      clearTimeout(resting);
      const last = client;
      client = null;
      if (last !== null) await hangUp(last);
    },
  };
}

import pg from 'pg';
import { performance } from 'node:perf_hooks';
import type { Line } from '../database.ts';

const BEAT_MS = 200;
/** With the beat this keeps a missed change from biting later than one second after it was acknowledged. */
const TRUST_MS = 700;
const RECONNECT_MS = 300;
const BEAT_TIMEOUT_MS = 1_500;
const GOODBYE_MS = 100;

const quoted = (channel: string) => `"${channel.replaceAll('"', '""')}"`;

/** Says goodbye, and does not wait for a half-open connection, which never answers it. */
async function hangUp(client: pg.Client): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
  const impatience = setTimeout(() => stream.destroy(), GOODBYE_MS);
  await client.end().catch(() => {});
  clearTimeout(impatience);
}

export function openLine(url: string, onError: (error: Error) => void): Line {
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

  async function beat(on: pg.Client): Promise<void> {
    while (client === on && !closed) {
      const sentAt = performance.now();
      const late = setTimeout(() => lose(on), BEAT_TIMEOUT_MS);
      try {
        await on.query('select');
        if (client === on) confirmedAt = sentAt;
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)));
        lose(on);
      } finally {
        clearTimeout(late);
      }
      await new Promise((resolve) => (resting = setTimeout(resolve, BEAT_MS)));
    }
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'bureau line',
      connectionTimeoutMillis: 2_000,
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
    try {
      await fresh.connect();
      for (const channel of channels.keys()) await fresh.query(`listen ${quoted(channel)}`);
      for (const forget of gaps) forget();
      void beat(fresh);
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
      lose(fresh);
    }
  }

  // The first connection waits a turn, so that every listener registers before it is made.
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

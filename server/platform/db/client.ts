import pg from 'pg';

/**
 * Opens a connection of its own, outside of the pools. A connection that is lost while it rests or while it is being closed
 * emits an error, and without a listener that would end the process. A statement that is under way fails anyway.
 */
export async function openClient(connection: string | pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(
    typeof connection === 'string' ? { connectionString: connection } : connection,
  );
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Does some work on a connection of its own and waits until PostgreSQL has closed it. */
export async function withClient<T>(
  connection: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openClient(connection);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

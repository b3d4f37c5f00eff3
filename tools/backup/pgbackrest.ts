import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod';

/** The name of our cluster in the repository. */
export const STANZA = 'bureau';
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Runs pgBackRest as the owner of the cluster. It reads its own configuration (`PGBACKREST_CONFIG` names another file). */
export async function pgbackrest(...args: readonly string[]): Promise<string> {
  const command = ['pgbackrest', `--stanza=${STANZA}`, ...args];
  const asOwner = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  const [program = '', ...rest] = asOwner;
  const { stdout } = await promisify(execFile)(program, rest, { maxBuffer: MAX_OUTPUT_BYTES }).catch(
    (error: unknown) => {
      // pgBackRest writes its errors to standard output as well.
      const { stdout: said = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(
        `pgbackrest ${args.find((arg) => !arg.startsWith('-'))} failed: ${(stderr + said).trim() || String(error)}`,
      );
    },
  );
  return stdout;
}

const backupSchema = z.object({
  label: z.string(),
  type: z.enum(['full', 'diff', 'incr']),
  timestamp: z.object({ start: z.number(), stop: z.number() }),
  annotation: z.optional(z.record(z.string(), z.string())),
  /** The first and the last WAL file that make the backup consistent. */
  archive: z.object({ start: z.string(), stop: z.string() }),
  /** Which of the clusters of this repository it is of; an upgrade of PostgreSQL begins another. */
  database: z.object({ id: z.number() }),
  /** `size`: bytes of the whole cluster. */
  info: z.object({ size: z.number() }),
});

const infoSchema = z.array(
  z.object({
    name: z.string(),
    backup: z.array(backupSchema),
    archive: z.array(z.object({ id: z.string(), database: z.object({ id: z.number() }) })),
  }),
);

export type Backup = z.infer<typeof backupSchema>;

async function readInfo(): Promise<z.infer<typeof infoSchema>[number] | undefined> {
  const stanzas = infoSchema.parse(JSON.parse(await pgbackrest('--output=json', 'info')));
  return stanzas.find(({ name }) => name === STANZA);
}

/** The backups in the repository, the oldest first. */
export const listBackups = async (): Promise<readonly Backup[]> => (await readInfo())?.backup ?? [];

/** The folder of the repository with the WAL of the cluster of which the backup is. */
export async function archiveOf({ database }: Pick<Backup, 'database'>): Promise<string> {
  const archive = (await readInfo())?.archive.find((one) => one.database.id === database.id);
  if (archive === undefined) throw new Error('the repository has no WAL of this cluster');
  return `archive/${STANZA}/${archive.id}`;
}

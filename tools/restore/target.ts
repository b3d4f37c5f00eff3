import { parseArgs } from 'node:util';
import { parseMoment } from './moment.ts';

/** What is to be restored, and where. */
export interface Target {
  /** Null for the last WAL in the repository. */
  readonly moment: Date | null;
  /** The label of a certain backup to begin with. */
  readonly set: string | undefined;
  /** A timeline that a restore gave up, to undo that restore. */
  readonly timeline: number | undefined;
  /** Whether the restore may end at a gap in the WAL. */
  readonly acceptsGap: boolean;
  /** Whether WAL of the stopped database that was never archived may be deleted. */
  readonly discardsWal: boolean;
  /** The folder of a second cluster beside the running one, and its port. */
  readonly into: string | undefined;
  readonly port: number;
}

export interface FinishOptions {
  /** The jobs that must not run again: their tasks, or all. */
  readonly setAside: string | undefined;
  /** Whether the database was restored without this command, which would have noted it. */
  readonly isByHand: boolean;
}

export type Command =
  | { readonly name: 'database'; readonly target: Target }
  | { readonly name: 'finish'; readonly options: FinishOptions }
  | { readonly name: 'documents'; readonly isDeep: boolean };

const USAGE = `usage:
  npm run restore -- --to "2026-11-16 14:30:00+05:30" | latest [--set BACKUP] [--timeline N] [--accept-gap]
                     [--discard-wal] [--into FOLDER [--port 5433]]
  npm run restore -- finish [--set-aside all | TASK,TASK] [--by-hand]
  npm run restore -- documents [--damaged]`;

const BESIDE_PORT = 5433;

export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      set: { type: 'string' },
      timeline: { type: 'string' },
      'accept-gap': { type: 'boolean', default: false },
      'discard-wal': { type: 'boolean', default: false },
      into: { type: 'string' },
      port: { type: 'string' },
      'set-aside': { type: 'string' },
      'by-hand': { type: 'boolean', default: false },
      damaged: { type: 'boolean', default: false },
    },
  });
  const [name] = positionals;
  if (name === 'finish')
    return { name, options: { setAside: values['set-aside'], isByHand: values['by-hand'] } };
  if (name === 'documents') return { name, isDeep: values.damaged };
  if (name !== undefined || values.to === undefined) throw new Error(USAGE);
  return {
    name: 'database',
    target: {
      moment: values.to === 'latest' ? null : parseMoment(values.to),
      set: values.set,
      timeline: values.timeline === undefined ? undefined : Number(values.timeline),
      acceptsGap: values['accept-gap'],
      discardsWal: values['discard-wal'],
      into: values.into,
      port: Number(values.port ?? BESIDE_PORT),
    },
  };
}

import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** What this project uses of a compose file. */
export interface ComposeService {
  readonly image: string;
  readonly user?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly networks: readonly string[] | Readonly<Record<string, unknown>>;
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly read_only?: boolean;
  readonly privileged?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly healthcheck?: { readonly disable?: boolean; readonly test?: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly mem_limit?: string;
  readonly cpus?: number;
  readonly pids_limit?: number;
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<
    Record<
      string,
      {
        readonly internal?: boolean;
        readonly ipam?: {
          readonly config: readonly { readonly subnet: string; readonly ip_range?: string }[];
        };
      } | null
    >
  >;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** What stands for a value that has no default. */
const GIVEN: Readonly<Record<string, string>> = { BUREAU_IMAGE: 'bureau:0' };
const NO_DIGEST = `sha256:${'0'.repeat(64)}`;

export const readComposeText = (): Promise<string> =>
  readFile(new URL('../../ops/container/compose.yaml', import.meta.url), 'utf8');

/** The file ops/container/compose.yaml, with its shared parts merged and with the defaults of its variables. */
export async function readCompose(): Promise<Compose> {
  const text = (await readComposeText())
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, (_, standard: string) => standard)
    .replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => GIVEN[name] ?? NO_DIGEST);
  return parse(text, { merge: true }) as Compose;
}

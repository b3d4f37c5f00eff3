import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DockerDaemon } from './docker-daemon.ts';
import type { Findings } from './drill.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NO_CAPABILITY = '0000000000000000';

/** Programs that fetch, compile or install, which an intruder would look for. */
const UNWANTED = /^(?:npm|npx|gcc|cc|make|git|curl|wget|python3|node-gyp|vite|tsc|strip)$/;

/** The claims about what is in the image. */
export async function judgeFiles(findings: Findings, docker: DockerDaemon, image: string): Promise<void> {
  const inside = async (script: string) =>
    (await docker.must(`docker run --rm --network none --entrypoint sh ${image} -c '${script}'`))
      .split('\n')
      .filter((line) => line !== '');
  const programs = await inside('for folder in $(echo $PATH | tr : " "); do ls $folder; done 2>/dev/null');
  findings.holds(
    'the image has no tool to fetch, build or install with',
    programs.filter((name) => UNWANTED.test(name)),
  );
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
  };
  const present = new Set(await inside('find node_modules -name package.json -printf "%h\\n"'));
  const unneeded = Object.entries(lock.packages).filter(
    ([path, { dev = false, devOptional = false }]) => path !== '' && (dev || devOptional),
  );
  findings.figure('packages for development, all absent', unneeded.length);
  findings.holds(
    'it has no package for development or for the browser',
    unneeded.map(([path]) => path).filter((path) => present.has(path)),
  );
  findings.holds('its user can change no file of the program', await inside('find . ! -type l -writable'));
  findings.holds(
    'it has no tests, types, source maps or settings',
    await inside(
      'find . -name "*.test.ts" -o -name "*.d.ts" -o -name "*.map" -o -name "*.env" -o -name ".env*" | grep -v "^./node_modules/[^/]*/\\.env"',
    ).catch(() => []),
  );
}

interface Container {
  readonly Name: string;
  readonly State: { readonly Pid: number; readonly Health?: { readonly Status: string } };
  readonly HostConfig: { readonly ReadonlyRootfs: boolean };
  readonly RestartCount: number;
  readonly Config: { readonly Image: string };
}

/** The claims about the running containers, by the kernel's own word where it has one. */
export async function judgeContainers(findings: Findings, docker: DockerDaemon): Promise<void> {
  const containers = JSON.parse(
    await docker.must('docker inspect $(docker ps --quiet)'),
  ) as readonly Container[];
  findings.equals('all six services run', containers.length, 6);
  findings.holds(
    'none was started twice, and none is unhealthy',
    containers
      .filter(({ RestartCount, State }) => RestartCount > 0 || State.Health?.Status === 'unhealthy')
      .map(({ Name }) => Name),
  );
  findings.holds(
    'images of others are named by digest',
    containers
      .map(({ Config }) => Config.Image)
      .filter((image) => !image.startsWith('bureau:') && !/@sha256:[0-9a-f]{64}$/.test(image)),
  );
  for (const { Name, State, HostConfig } of containers) {
    const status = await readFile(`/proc/${State.Pid}/status`, 'utf8');
    const value = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1];
    findings.equals(
      `${Name.slice(1)} is not root, has no capability and cannot get one, and its root is read-only`,
      [
        value('Uid') === '0',
        ...['CapEff', 'CapPrm', 'CapBnd', 'NoNewPrivs'].map(value),
        HostConfig.ReadonlyRootfs,
      ],
      [false, NO_CAPABILITY, NO_CAPABILITY, NO_CAPABILITY, '1', true],
    );
  }
  const usage = await docker.must('docker stats --no-stream --format "{{.Name}} {{.MemUsage}}"');
  for (const [, name = '', used = ''] of usage.matchAll(/^(\S+) (\S+) \//gm))
    findings.figure(`memory of ${name.replace(/^bureau[-_]/, '').replace(/[-_]1$/, '')}`, used);
}

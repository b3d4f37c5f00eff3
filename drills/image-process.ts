import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ComposeService } from '#tools/testing/compose.ts';
import type { BuiltImage } from './image-build.ts';

type Environment = Readonly<Record<string, string>>;

/** What stands on this machine for the folder of settings, for the volume of documents and for the names of services. */
export interface Places {
  readonly settings: string;
  readonly objects: string;
  readonly hosts: string;
}

/**
 * Runs with the first two arguments: the root of the image and lines of mounts (what, where, options). The rest is the
 * command. Its own mount namespace shows the image read-only, with the mounts of the service and nothing of the
 * machine but /dev and /proc. Then it becomes the command, so that a signal reaches it.
 */
const ENTER = `
set -eu
root=$1; mounts=$2; shift 2
mount --bind "$root" "$root"
mount --options remount,bind,ro "$root"
mount --rbind /dev "$root/dev"
mount --types proc proc "$root/proc"
echo "$mounts" | while read -r what where options; do
  case $what in
    '') ;;
    tmpfs) mount --types tmpfs --options "$options" tmpfs "$root$where" ;;
    *) mount --bind "$what" "$root$where"
       if [ "$options" = ro ]; then mount --options remount,bind,ro "$root$where"; fi ;;
  esac
done
exec chroot "$root" /usr/bin/setpriv "$@"
`;

/** As `user`, `cap_drop` and `no-new-privileges` of the compose file do. */
const powerless = (user: string): readonly string[] => {
  const [uid = '', gid = uid] = user.split(':');
  return [
    ...[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs'],
    ...['--inh-caps=-all', '--bounding-set=-all', '--'],
  ];
};

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** A process from the files of the image, as a service of the compose file declares it. */
export class ImageProcess {
  readonly #child: ChildProcess;
  readonly ended: Promise<Ended>;
  #output = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => {
        this.#output += part.toString();
      });
    this.ended = once(child, 'close').then(([code]) => ({
      code: code as number | null,
      output: this.#output,
    }));
    const killWithUs = () => child.kill('SIGKILL');
    process.once('exit', killWithUs);
    void this.ended.then(() => process.removeListener('exit', killWithUs));
  }

  static async start(
    image: BuiltImage,
    service: ComposeService,
    places: Places,
    changes: {
      readonly environment?: Environment;
      readonly command?: readonly string[];
      readonly entrypoint?: readonly string[];
    } = {},
  ): Promise<ImageProcess> {
    const mounts = await mountsOf(image, service, places);
    const environment = {
      ...Object.fromEntries(
        image.config.Env.map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string]),
      ),
      ...service.environment,
      ...changes.environment,
    };
    const child = spawn(
      '/usr/bin/unshare',
      [
        ...['--mount', '--propagation', 'private', 'sh', '-c', ENTER, 'enter', image.root, mounts.join('\n')],
        ...powerless(service.user ?? image.config.User),
        ...['env', '--ignore-environment', `--chdir=${image.config.WorkingDir}`],
        ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
        ...(changes.entrypoint ?? image.config.Entrypoint),
        ...(changes.command ?? service.command ?? image.config.Cmd),
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    return new ImageProcess(child);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get output(): string {
    return this.#output;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async stop(): Promise<Ended> {
    this.#child.kill('SIGTERM');
    return this.ended;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }
}

/** The mounts of a service, whose places in the image are made first, as a container engine makes them. */
async function mountsOf(
  image: BuiltImage,
  { volumes = [], tmpfs = [] }: ComposeService,
  places: Places,
): Promise<readonly string[]> {
  const bound = volumes.map((volume) => {
    const [from = '', where = '', options = 'rw'] = volume.split(':');
    const what = from === 'objects' ? places.objects : from.replace('/etc/bureau', places.settings);
    return { what, where, options };
  });
  const all = [...bound, { what: places.hosts, where: '/etc/hosts', options: 'ro' }];
  for (const { what, where } of all) {
    if (image.has(where)) continue;
    const path = join(image.root, where);
    await mkdir(dirname(path), { recursive: true });
    await ((await stat(what)).isDirectory() ? mkdir(path) : writeFile(path, ''));
  }
  const memory = tmpfs.map((written) => {
    const [where = '', options = 'mode=1777'] = written.split(':');
    return { what: 'tmpfs', where, options };
  });
  return [...all, ...memory].map(({ what, where, options }) => `${what} ${where} ${options}`);
}

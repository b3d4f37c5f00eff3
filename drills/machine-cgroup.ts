import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '#tools/testing/daemon.ts';

const ROOT = '/sys/fs/cgroup';
/** The hierarchies by which systemd tells processes apart: of both versions, or of the second alone. */
const HIERARCHIES = [join(ROOT, 'systemd'), join(ROOT, 'unified'), ROOT];

/**
 * The control groups of one machine. Without them all machines share that of this process, and the systemd of one removes the
 * groups of another that has units of the same names.
 */
export class MachineControlGroup {
  readonly #folders: readonly string[];

  private constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  static async make(name: string): Promise<MachineControlGroup> {
    const roots = HIERARCHIES.filter((folder) => existsSync(join(folder, 'cgroup.procs')));
    const folders = roots.map((root) => join(root, name));
    await Promise.all(folders.map((folder) => mkdir(folder, { recursive: true })));
    return new MachineControlGroup(folders);
  }

  /** The command of a shell that enters the groups and becomes the given program. */
  enter(program: readonly string[]): readonly [string, readonly string[]] {
    const joins = this.#folders.map((folder) => `echo $$ > ${folder}/cgroup.procs\n`);
    return ['sh', ['-c', `${joins.join('')}exec "$@"`, 'enter', ...program]];
  }

  /** All of its processes have ended. */
  async remove(): Promise<void> {
    for (const folder of this.#folders)
      await runProgram('find', [folder, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';']);
  }
}

import { readFile } from 'node:fs/promises';
import { MEGABYTE } from './item.ts';

const LOOK_EVERY_MS = 100;

/** Watches the memory of the server and of its children during the attack. */
export class MemoryWatch {
  readonly #pid: number;
  readonly #baseMb: number;
  readonly #timer: NodeJS.Timeout;
  #serverMb = 0;
  #childrenMb = 0;

  private constructor(pid: number, baseMb: number) {
    this.#pid = pid;
    this.#baseMb = baseMb;
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS);
  }

  static async start(pid: number): Promise<MemoryWatch> {
    return new MemoryWatch(pid, await residentMb(pid));
  }

  stop(): { readonly growthMb: number; readonly childrenMb: number } {
    clearInterval(this.#timer);
    return { growthMb: Math.round(this.#serverMb - this.#baseMb), childrenMb: Math.round(this.#childrenMb) };
  }

  async #look(): Promise<void> {
    this.#serverMb = Math.max(this.#serverMb, await residentMb(this.#pid));
    const listed = await readFile(`/proc/${this.#pid}/task/${this.#pid}/children`, 'utf8').catch(() => '');
    const children = listed.split(' ').filter((pid) => pid !== '');
    const sizes = await Promise.all(children.map((pid) => residentMb(Number(pid))));
    this.#childrenMb = Math.max(
      this.#childrenMb,
      sizes.reduce((sum, size) => sum + size, 0),
    );
  }
}

const PAGE_BYTES = 4_096;

async function residentMb(pid: number): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0');
  return (Number(pages.split(' ')[1]) * PAGE_BYTES) / MEGABYTE;
}

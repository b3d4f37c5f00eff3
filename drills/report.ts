import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inspect } from 'node:util';
import type { Findings } from './drill.ts';

/** What a run of drills found, written down after each drill, so that a run that is stopped also tells what it was at. */
export class Report {
  readonly #path: string | undefined;
  readonly #drills: { readonly name: string; readonly seconds: number }[] = [];
  readonly #failures: { readonly name: string; readonly reasons: readonly string[] }[] = [];
  readonly #running = new Set<string>();
  passed = 0;
  failed = 0;

  constructor(path: string | undefined) {
    this.#path = path;
    if (path !== undefined) mkdirSync(dirname(path), { recursive: true });
  }

  began(name: string): void {
    this.#running.add(name);
    this.#write();
  }

  ended(name: string, { claims }: Findings, seconds: number): readonly string[] {
    const broken = claims.filter(({ held }) => !held).map(({ what }) => what);
    const reasons = claims.length === 0 ? ['it claimed nothing'] : broken;
    this.#running.delete(name);
    this.#drills.push({ name, seconds });
    if (reasons.length > 0) this.#failures.push({ name, reasons });
    this.passed += claims.length - broken.length;
    this.failed += reasons.length;
    this.#write();
    return reasons;
  }

  /** An error that no drill handled ends the run. */
  crashed(error: unknown): void {
    this.#failures.push({ name: [...this.#running].join(' or '), reasons: [inspect(error)] });
    this.failed += 1;
    this.#write();
  }

  #write(): void {
    if (this.#path === undefined) return;
    const { passed, failed } = this;
    writeFileSync(
      this.#path,
      JSON.stringify({
        passed,
        failed,
        drills: this.#drills,
        failures: this.#failures,
        running: [...this.#running],
      }),
    );
  }
}

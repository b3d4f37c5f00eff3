import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { Sentence } from '#web/app/help/page.ts';
import { readHelpPage } from '#tools/build/help.ts';
import { expect } from './support.ts';

/** One step of a help page, for a reader who does no more than it says: only what it names can be used. */
export class HelpStep {
  readonly #page: Page;
  readonly #where: string;
  readonly #named: ReadonlySet<string>;
  readonly #unused: Set<string>;

  constructor(page: Page, where: string, sentence: Sentence) {
    this.#page = page;
    this.#where = where;
    this.#named = new Set(
      sentence.flatMap((piece) =>
        typeof piece !== 'string' && (piece[0] === 'shown' || piece[0] === 'key') ? [piece[1]] : [],
      ),
    );
    this.#unused = new Set(this.#named);
  }

  #use(name: string): string {
    if (!this.#named.has(name)) throw new Error(`${this.#where} does not name ${name}`);
    this.#unused.delete(name);
    return name;
  }

  field(name: string): Locator {
    const is = { name: this.#use(name), exact: true };
    return this.#page.getByRole('textbox', is).or(this.#page.getByRole('combobox', is));
  }

  async fill(name: string, value: string): Promise<void> {
    await this.field(name).fill(value);
  }

  /** Chooses from a picker by typing. A record that comes meanwhile closes the list, so it is opened again. */
  async choose(name: string, typed: string): Promise<void> {
    const box = this.field(name);
    await expect(async () => {
      await box.fill(typed);
      await this.#page.getByRole('option').filter({ hasText: typed }).first().click({ timeout: 5_000 });
    }).toPass();
  }

  async press(name: string): Promise<void> {
    await this.#page.getByRole('button', { name: this.#use(name), exact: true }).click();
  }

  async pressKey(key: string): Promise<void> {
    this.#use(key.toLowerCase());
    await this.#page.keyboard.press(key);
  }

  /** Something on the page whose whole text it is. */
  exactly(text: string): Locator {
    return this.#page.getByText(this.#use(text), { exact: true });
  }

  /** Looks for a label, a heading or a sentence with this text. */
  async expectSeen(text: string): Promise<void> {
    await expect(this.#page.getByText(this.#use(text)).filter({ visible: true }).first()).toBeVisible();
  }

  /** Passes over what the step offers for another case. */
  leave(...names: readonly string[]): void {
    for (const name of names) this.#use(name);
  }

  expectAllUsed(): void {
    expect([...this.#unused], `${this.#where} names what the journey does not use`).toEqual([]);
  }
}

/** Takes the steps under a heading of a help page, one action for each. */
export async function followHelp(
  page: Page,
  [id, heading]: readonly [id: string, heading: string],
  actions: readonly ((step: HelpStep) => Promise<void>)[],
): Promise<void> {
  const { blocks } = readHelpPage(readFileSync(new URL(`../docs/help/${id}.md`, import.meta.url), 'utf8'));
  const at = blocks.findIndex((block) => block[0] === 'heading' && block[1] === heading);
  const steps = blocks[at + 1];
  if (at < 0 || steps?.[0] !== 'steps') throw new Error(`docs/help/${id}.md has no steps under ${heading}`);
  expect(actions, `docs/help/${id}.md, ${heading}`).toHaveLength(steps[1].length);
  for (const [index, sentence] of steps[1].entries()) {
    const step = new HelpStep(page, `step ${index + 1} of "${heading}"`, sentence);
    await actions[index]?.(step);
    step.expectAllUsed();
  }
}

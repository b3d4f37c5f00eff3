import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainConfig } from '#server/platform/explain-config.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const text = (path: string) => readFileSync(resolve(ROOT, path), 'utf8');
const RUNBOOKS = text('docs/runbooks.md');
const all = (pattern: RegExp, inText = RUNBOOKS) =>
  [...inText.matchAll(pattern)].map(([, found = '']) => found);

/** As the pages of GitHub and GitLab name the headings. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
const sections = RUNBOOKS.split(/^## /m)
  .slice(1)
  .map((section) => ({ title: section.slice(0, section.indexOf('\n')), body: section }));
const alerts = ['alerts.yml', 'alerts-patroni.yml']
  .map((name) => text(`ops/prometheus/${name}`))
  .join('\n')
  .split('alert: ')
  .slice(1)
  .map((rule) => ({
    name: rule.slice(0, rule.indexOf('\n')),
    anchor: all(/runbook: '?docs\/runbooks\.md#([\w-]+)/g, rule)[0] ?? '',
  }));

describe('docs/runbooks.md', () => {
  it('says of each incident what users see, what to check and do, when it is over and what rehearses it', () => {
    expect(sections.length).toBeGreaterThanOrEqual(10);
    const parts = ['Alerts:', 'Users see', 'Check:', 'Act:', 'Over when', 'Rehearsed by'];
    const labels = sections.map(({ title, body }) => [title, ...all(/^\*\*([^*]+)\*\*/gm, body)]);
    expect(labels).toEqual(sections.map(({ title }) => [title, ...parts]));
  });

  it('has the section that each alert names, and the section names the alert', () => {
    expect(alerts.length).toBeGreaterThan(10);
    const named = sections.flatMap(({ title, body }) =>
      all(/`(Bureau\w+)`/g, body).map((name) => ({ name, anchor: anchorOf(title) })),
    );
    const sorted = (list: typeof alerts) => list.map(({ name, anchor }) => `${name} ${anchor}`).sort();
    expect(sorted(named)).toEqual(sorted(alerts));
  });

  it('names commands, drills, settings, files, tests and links that exist', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
    const drills = readdirSync(resolve(ROOT, 'drills'))
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => all(/^ {2}name: '([\w-]+)',$/gm, text(`drills/${file}`)));
    const settings = all(/^([A-Z_0-9]+) = /gm, explainConfig({}));
    const anchors = sections.map(({ title }) => anchorOf(title));
    const missing = [
      ...all(/`npm run ([\w-]+)/g).filter((name) => scripts[name] === undefined),
      ...all(/`npm run drills -- ([\w-]+)/g).filter((name) => !drills.includes(name)),
      ...all(/`([A-Z]+(?:_[A-Z]+)+)`/g).filter((name) => !settings.includes(name)),
      ...all(/((?:server|tools|ops|docs)\/[\w./-]+\.(?:ts|md|yml|json|conf))/g).filter(
        (path) => !existsSync(resolve(ROOT, path)),
      ),
      ...[...RUNBOOKS.matchAll(/`([\w./-]+\.test\.ts)` \("([^"]+)"\)/g)]
        .filter(([, path = '', title = '']) => !text(path).includes(`'${title}'`))
        .map(([found]) => found),
      ...all(/\]\(#([\w-]+)\)/g).filter((anchor) => !anchors.includes(anchor)),
    ];
    expect(missing).toEqual([]);
  });
});

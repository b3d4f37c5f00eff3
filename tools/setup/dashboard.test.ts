import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

const FILE = new URL('../../ops/grafana/bureau.json', import.meta.url);
const COLUMNS = 24;
const text = z.string().min(1);
const datasource = z.strictObject({ type: z.literal('prometheus'), uid: z.literal('${datasource}') });

/** The fields of Grafana's dashboards (schema version 38, Grafana 10) that are used here, and no others. */
const panelSchema = z.strictObject({
  id: z.int().positive(),
  type: z.enum(['timeseries', 'stat']),
  title: text,
  description: z.string().min(20),
  datasource,
  gridPos: z.strictObject({
    x: z.int().min(0),
    y: z.int().min(0),
    w: z.int().min(1).max(COLUMNS),
    h: z.int().min(1),
  }),
  fieldConfig: z.strictObject({
    defaults: z.strictObject({
      unit: z.enum(['short', 's', 'd', 'reqps', 'bytes', 'percentunit']),
      min: z.literal(0),
      thresholds: z.strictObject({
        mode: z.literal('absolute'),
        steps: z
          .array(z.strictObject({ color: z.enum(['green', 'orange', 'red']), value: z.nullable(z.number()) }))
          .min(1),
      }),
    }),
    overrides: z.array(z.never()),
  }),
  options: z.record(z.string(), z.unknown()),
  targets: z
    .array(
      z.strictObject({
        refId: z.string().regex(/^[A-Z]$/),
        datasource,
        expr: text,
        legendFormat: z.string(),
      }),
    )
    .min(1),
});
const dashboardSchema = z.strictObject({
  uid: text,
  title: text,
  description: text,
  tags: z.array(text),
  schemaVersion: z.literal(38),
  version: z.int(),
  editable: z.boolean(),
  timezone: z.literal('browser'),
  refresh: text,
  time: z.strictObject({ from: text, to: text }),
  templating: z.strictObject({
    list: z.array(z.looseObject({ name: text, type: text, query: z.unknown() })),
  }),
  annotations: z.strictObject({ list: z.array(z.never()) }),
  panels: z.array(panelSchema).min(1),
});

describe('ops/grafana/bureau.json', () => {
  const dashboard = dashboardSchema.parse(JSON.parse(readFileSync(FILE, 'utf8')));

  it('has panels with ids and titles of their own, which do not overlap', () => {
    const { panels } = dashboard;
    for (const of of ['id', 'title'] as const)
      expect(new Set(panels.map((panel) => panel[of])).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > COLUMNS)).toEqual([]);
  });

  it('uses only variables that it declares, and a legend for more than one line', () => {
    const declared = new Set(dashboard.templating.list.map(({ name }) => name));
    const used = [...JSON.stringify(dashboard).matchAll(/\$\{?([a-z]\w*)/g)].map(([, name = '']) => name);
    expect(used.filter((name) => !declared.has(name))).toEqual([]);
    const unnamed = dashboard.panels.filter(
      ({ targets }) => targets.length > 1 && targets.some(({ legendFormat }) => legendFormat === ''),
    );
    expect(unnamed).toEqual([]);
  });
});

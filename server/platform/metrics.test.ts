import { expect, it } from 'vitest';
import { makeMetrics } from './metrics.ts';

it('counts calls in every bucket that they fit in, by call and outcome', () => {
  const metrics = makeMetrics();
  metrics.call('country.detail', 'ok', 0.002);
  metrics.call('country.detail', 'ok', 0.03);
  metrics.call('country.detail', '500', 9);
  const page = metrics.page();
  expect(page).toContain('# TYPE bureau_call_seconds histogram\n');
  const value = (labels: string) => new RegExp(`^bureau_call_seconds_${labels} (\\S+)$`, 'm').exec(page)?.[1];
  const ok = 'call="country.detail",outcome="ok"';
  expect(value(`bucket\\{${ok},le="0.002"\\}`)).toBe('1');
  expect(value(`bucket\\{${ok},le="0.025"\\}`)).toBe('1');
  expect(value(`bucket\\{${ok},le="0.05"\\}`)).toBe('2');
  expect(value(`bucket\\{${ok},le="\\+Inf"\\}`)).toBe('2');
  expect(value(`count\\{${ok}\\}`)).toBe('2');
  expect(Number(value(`sum\\{${ok}\\}`))).toBeCloseTo(0.032);
  expect(value('bucket\\{call="country.detail",outcome="500",le="5"\\}')).toBe('0');
});

it('reads a gauge when the page is rendered', () => {
  const metrics = makeMetrics();
  let sessions = 1;
  metrics.gauge('sessions', 'Sessions in memory', () => sessions);
  sessions = 3;
  expect(metrics.page()).toContain('# TYPE bureau_sessions gauge\nbureau_sessions 3\n');
});

it('starts counting at the start of the process', () => {
  const metrics = makeMetrics();
  const add = metrics.counter('refused', 'Refused connections');
  add();
  add();
  expect(metrics.page()).toContain('# TYPE bureau_refused_total counter\nbureau_refused_total 2\n');
});

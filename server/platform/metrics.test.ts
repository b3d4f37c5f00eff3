import { expect, it } from 'vitest';
import { makeMetrics } from './metrics.ts';

it('counts calls in every bucket that they fit in, by call and outcome', async () => {
  const metrics = makeMetrics();
  metrics.call('country.detail', 'ok', 0.002);
  metrics.call('country.detail', 'ok', 0.03);
  metrics.call('country.detail', '500', 9);
  const page = await metrics.page();
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

it('reads a gauge when the page is rendered', async () => {
  const metrics = makeMetrics();
  let sessions = 1;
  metrics.gauge('sessions', 'Sessions in memory', () => sessions);
  sessions = 3;
  expect(await metrics.page()).toContain('# TYPE bureau_sessions gauge\nbureau_sessions 3\n');
});

it('has facts as labels', async () => {
  const metrics = makeMetrics();
  metrics.info('build', 'The program', { version: '0.9.0', commit: 'unknown' });
  expect(await metrics.page()).toContain(
    '# TYPE bureau_build_info gauge\nbureau_build_info{version="0.9.0",commit="unknown"} 1\n',
  );
});

it('writes an endless age as Prometheus does', async () => {
  const metrics = makeMetrics();
  metrics.gauge('backup_age_seconds', 'Age', () => Infinity);
  expect(await metrics.page()).toContain('\nbureau_backup_age_seconds +Inf\n');
});

it('starts counting at the start of the process', async () => {
  const metrics = makeMetrics();
  const add = metrics.counter('refused', 'Refused connections');
  add();
  add();
  expect(await metrics.page()).toContain('# TYPE bureau_refused_total counter\nbureau_refused_total 2\n');
});

it('reads sampled figures for every page, and does without those that fail', async () => {
  const metrics = makeMetrics();
  let age = 1;
  metrics.sampled(async () => [{ name: 'job_age_seconds', description: 'Age', value: age++ }]);
  metrics.sampled(() => Promise.reject(new Error('the database is gone')));
  metrics.gauge('sessions', 'Sessions', () => 3);
  expect(await metrics.page()).toContain('# TYPE bureau_job_age_seconds gauge\nbureau_job_age_seconds 1\n');
  const second = await metrics.page();
  expect(second).toContain('bureau_job_age_seconds 2\n');
  expect(second).toContain('bureau_sessions 3\n');
  expect(second).toContain('bureau_figures_unread 1\n');
});

it('does not wait for figures that take too long, and asks for them once at a time', async () => {
  const metrics = makeMetrics(10);
  const answer = Promise.withResolvers<readonly []>();
  let asked = 0;
  metrics.sampled(() => {
    asked += 1;
    return answer.promise;
  });
  expect(await metrics.page()).toContain('bureau_figures_unread 1\n');
  expect(await metrics.page()).toContain('bureau_figures_unread 1\n');
  expect(asked).toBe(1);
  answer.resolve([]);
  await answer.promise;
  expect(await metrics.page()).toContain('bureau_figures_unread 0\n');
});

import { textPool } from './document-text/read.ts';
import { inspectionPool, renderingPool } from './files/pools.ts';
import type { Metrics } from './metrics.ts';
import { paperPool, papers } from './pdf/papers.ts';
import { sheetPool } from './xlsx/read.ts';

/** Processes that parse users' files, and those that draw papers. */
const FILE_POOLS = [inspectionPool, renderingPool, sheetPool, textPool];
export const CHILD_POOLS = [...FILE_POOLS, paperPool];

/** What the children of this process have to do, and what they were ended for. */
export function addChildFigures(metrics: Metrics): void {
  metrics.gauge('file_tasks_waiting', "Users' files that wait for a process to parse them", () =>
    FILE_POOLS.reduce((sum, { waiting }) => sum + waiting, 0),
  );
  metrics.gauge('file_tasks_ended', 'Parsings that were ended for their time or memory since the start', () =>
    FILE_POOLS.reduce((sum, { endedTasks }) => sum + endedTasks, 0),
  );
  metrics.gauge('papers_waiting', 'Papers that wait for a process to draw them', () => papers.waiting);
  metrics.gauge(
    'papers_ended',
    'Papers that were ended for their time or memory since the start',
    () => paperPool.endedTasks,
  );
}

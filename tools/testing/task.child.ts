/** A child for tests of process pools: it simulates the effects of hostile tasks. */
import { getPriority } from 'node:os';
import { serveTasks } from '#server/platform/children/child.ts';

export type TestTask =
  | { readonly kind: 'echo'; readonly value: unknown }
  | { readonly kind: 'about' }
  | { readonly kind: 'parts'; readonly parts: readonly unknown[] }
  | { readonly kind: 'sleep'; readonly ms: number }
  | { readonly kind: 'spin' }
  | { readonly kind: 'match'; readonly pattern: string; readonly text: string }
  | { readonly kind: 'allocate'; readonly mb: number }
  | { readonly kind: 'fill' }
  | { readonly kind: 'throw' };

const MEGABYTE = 1_048_576;

serveTasks(async (task: TestTask, sendPart) => {
  switch (task.kind) {
    case 'echo':
      return task.value;
    case 'about':
      return { pid: process.pid, niceness: getPriority(), env: Object.keys(process.env) };
    case 'parts':
      for (const part of task.parts) sendPart(part);
      return 'all';
    case 'sleep':
      return new Promise((resolve) => setTimeout(resolve, task.ms, 'slept'));
    case 'spin':
      for (;;);
    case 'match':
      return new RegExp(task.pattern).test(task.text);
    case 'allocate':
      return Buffer.alloc(task.mb * MEGABYTE, 1).length;
    case 'fill': {
      const kept: number[][] = [];
      for (;;) kept.push(new Array<number>(10_000).fill(kept.length));
    }
    case 'throw':
      throw new Error('a task that fails');
  }
});

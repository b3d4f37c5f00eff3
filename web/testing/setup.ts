import { configure } from '@testing-library/dom';
import { onDroppedField } from '#contract/wire.ts';

/** Browser APIs that the components need and that a document without layout lacks. */

class NothingToObserve {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= NothingToObserve;
if (!('scrollIntoView' in Element.prototype))
  Object.defineProperty(Element.prototype, 'scrollIntoView', { value: () => undefined });

// The build sets these; without it there is no file with flags.
Object.assign(globalThis, { __FLAGS_PATH__: '/flags', __COMMON_FLAGS__: [] });

onDroppedField((message) => {
  throw new Error(message);
});

configure({
  // The first screen of a file is loaded and compiled while the test waits for it.
  asyncUtilTimeout: 40_000,
  // Visibility depends on layout, so the journeys check it in a real browser. Computing it from style sheets here takes
  // seconds per query on a long form.
  defaultHidden: true,
  // A screen is too long to print with every message.
  getElementError: (message) => new Error(message ?? ''),
});

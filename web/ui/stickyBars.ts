/**
 * Keeps the focused field visible beside bars that stay at an edge of the window. Each bar reports its live height here,
 * and base.css uses the sum as the scroll padding of the page, so that the browser never scrolls a field behind a bar.
 */

type Edge = 'top' | 'bottom';

const bars: Readonly<Record<Edge, Set<HTMLElement>>> = { top: new Set(), bottom: new Set() };

/** How far from the edge a bar covers the page. A bar can be sticky on phones only, so its style is read each time. */
function coveredBy(bar: HTMLElement, edge: Edge): number {
  const style = getComputedStyle(bar);
  if (style.position !== 'sticky') return 0;
  return bar.offsetHeight === 0 ? 0 : bar.offsetHeight + (Number.parseFloat(style[edge]) || 0);
}

function measure(): void {
  for (const edge of ['top', 'bottom'] as const) {
    const covered = Math.max(0, ...[...bars[edge]].map((bar) => coveredBy(bar, edge)));
    document.documentElement.style.setProperty(`--covered-${edge}`, `${covered}px`);
  }
}

let observer: ResizeObserver | undefined;

function barAt(edge: Edge) {
  return (bar: HTMLElement | null): (() => void) | undefined => {
    if (bar === null) return undefined;
    if (observer === undefined) {
      observer = new ResizeObserver(measure);
      // The width of the window decides which bars are sticky.
      observer.observe(document.documentElement);
    }
    bars[edge].add(bar);
    observer.observe(bar);
    measure();
    return () => {
      bars[edge].delete(bar);
      observer?.unobserve(bar);
      measure();
    };
  };
}

/** The `ref` of a bar that stays at the top of the window. */
export const topBar = barAt('top');

/** The `ref` of a bar that stays at the bottom of the window. */
export const bottomBar = barAt('bottom');

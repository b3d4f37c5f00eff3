/** What an entry of the trail says, made readable: the fields that differ between before and after. */

export interface Difference {
  readonly field: string;
  /** Null where there was nothing. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Said by the entry itself: which record, who and when. */
const SAID_ELSEWHERE = new Set(['srno', 'version', 'changed_by', 'changed_by_name', 'changed_at']);

/** No secret is written to the trail; should one ever be, it is not shown either. Flags about secrets are none. */
const SECRET = /pass(?:word|phrase|code)|hash|secret|token|otp|salt/i;
const HIDDEN = '(hidden)';

const MAX_DEPTH = 6;

/** Every field that was added, removed or changed, by its path, in the order of the record. */
export function differenceOf(before: unknown, after: unknown): Difference[] {
  const [was, is] = [leavesOf(before), leavesOf(after)];
  const found: Difference[] = [];
  for (const field of new Set([...is.keys(), ...was.keys()])) {
    const [old = null, next = null] = [was.get(field), is.get(field)];
    if (old === next) continue;
    const isSecret = [old, next].some((value) => typeof value === 'string') && SECRET.test(field);
    const shown = (value: Leaf) => (value === null ? null : isSecret ? HIDDEN : written(value));
    found.push({ field, before: shown(old), after: shown(next) });
  }
  return found;
}

type Leaf = string | number | boolean | null;

const written = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);

const isLeaf = (value: unknown): value is Leaf =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** The values of a record by their paths; a list of plain values is one text. */
function leavesOf(record: unknown): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const walk = (value: unknown, path: string, depth: number): void => {
    if (value === undefined) return;
    if (isLeaf(value)) leaves.set(path, value);
    else if (Array.isArray(value) && value.every(isLeaf))
      leaves.set(path, value.map((each) => (each === null ? '' : written(each))).join(', '));
    else if (depth === MAX_DEPTH) leaves.set(path, JSON.stringify(value));
    else
      for (const [name, inner] of Object.entries(value)) {
        const part = Array.isArray(value) ? String(Number(name) + 1) : name;
        if (depth > 0 || !SAID_ELSEWHERE.has(part))
          walk(inner, path === '' ? part : `${path}.${part}`, depth + 1);
      }
  };
  if (record !== null && typeof record === 'object') walk(record, '', 0);
  return leaves;
}

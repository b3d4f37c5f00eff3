import * as access from './access.ts';
import { callName, type Declared } from './define.ts';
import * as masters from './masters.ts';

const isDeclared = (value: unknown): value is Declared =>
  typeof value === 'object' && value !== null && 'kind' in value && 'endpoint' in value;

/** Every declared call, room by room, by name. */
export const CONTRACT: readonly { readonly room: string; readonly declared: Declared }[] = Object.entries({
  access,
  masters,
}).flatMap(([room, file]) =>
  Object.values(file)
    .filter(isDeclared)
    .sort((a, b) => (callName(a) < callName(b) ? -1 : 1))
    .map((declared) => ({ room, declared })),
);

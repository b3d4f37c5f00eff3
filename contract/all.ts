import * as access from './access.ts';
import type { Declared } from './define.ts';
import * as masters from './masters.ts';

/** The calls a file exports, one by one or as the set of a master. */
function declaredIn(value: unknown): Declared[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('kind' in value && 'endpoint' in value) return [value as Declared];
  return Object.values(value).flatMap((inner) =>
    typeof inner === 'object' && inner !== null && 'kind' in inner && 'endpoint' in inner
      ? [inner as Declared]
      : [],
  );
}

/** Every declared call, room by room, by name. */
export const CONTRACT: readonly { readonly room: string; readonly declared: Declared }[] = Object.entries({
  access,
  masters,
}).flatMap(([room, file]) =>
  Object.values(file)
    .flatMap(declaredIn)
    .map((declared) => ({ room, declared })),
);

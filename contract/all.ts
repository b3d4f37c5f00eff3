import * as access from './access.ts';
import * as trail from './access/trail.ts';
import { callName, type Declared } from './define.ts';
import * as country from './masters/country.ts';

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

/** The files of each room. */
const ROOMS: Readonly<Record<string, readonly object[]>> = {
  access: [access, trail],
  masters: [country],
};

/** Every declared call, room by room, by name. */
export const CONTRACT: readonly { readonly room: string; readonly declared: Declared }[] = Object.entries(
  ROOMS,
).flatMap(([room, files]) =>
  files
    .flatMap((file) => Object.values(file).flatMap(declaredIn))
    .sort((a, b) => (callName(a) < callName(b) ? -1 : 1))
    .map((declared) => ({ room, declared })),
);

import { mayDo, type Rights } from '#domain/rights.ts';
import { PATHS, type Path } from '../paths.ts';

/** Whether a user with these rights may open a path. */
export function isPathPermitted(path: Path, rights: Rights): boolean {
  const need = PATHS[path];
  return need === 'public' || need === 'signed-in' || mayDo(rights, need, 'query');
}

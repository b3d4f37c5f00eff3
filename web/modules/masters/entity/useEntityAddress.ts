import { ENTITY_TYPES, type EntityType } from '#domain/masters/entity.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import { useMasterAddress } from '#web/patterns/master/useMasterAddress.ts';

/** The entity in the form: one by its id, a new one, or none. */
export type OpenEntity = { readonly id: string } | 'new' | null;

const readType = (text: string | null): EntityType =>
  ENTITY_TYPES.find((type) => type === text) ?? ENTITY_TYPES[0];

function readOpen(text: string | null): OpenEntity {
  if (text === 'new') return 'new';
  return text !== null && /^[A-Z0-9]{2,20}$/.test(text) ? { id: text } : null;
}

/** Type, filter, order and open entity are in the address: they survive a reload, and Back closes the form. */
export function useEntityAddress() {
  const list = useMasterAddress();
  const { params, change } = useAddress();
  const type = readType(params.get('type'));
  return {
    list,
    type,
    open: readOpen(params.get('open')),
    /** Clears filter and open entity, because another type has other entities. */
    setType: (next: EntityType) =>
      change({ type: next, q: null, sort: null, open: null }, { replace: false }),
    setOpen: (next: OpenEntity) =>
      change({ type, open: next === null || next === 'new' ? next : next.id }, { replace: false }),
  };
}

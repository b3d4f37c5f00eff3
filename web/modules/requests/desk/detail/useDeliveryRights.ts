import { NO_FLAGS, type Rights } from '#domain/rights.ts';
import { useScreenRights } from '#web/wire/rights.ts';

/** The user's rights on notes and deliveries. */
export function useDeliveryRights(): Rights {
  const { data: out = NO_FLAGS } = useScreenRights('CNOUT');
  const { data: handing = NO_FLAGS } = useScreenRights('HANDOVER');
  const { data: vault = NO_FLAGS } = useScreenRights('VAULTSTOCK');
  return { CNOUT: out, HANDOVER: handing, VAULTSTOCK: vault };
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { findCustomer } from '#contract/requests/form.ts';
import { readPan } from '#domain/masters/entity.ts';
import type { RequestDraft } from '#domain/requests/draft.ts';
import { isAadhaarType } from '#domain/requests/identity.ts';
import { call } from '#web/wire/call.ts';
import { requestKeys } from '#web/wire/requestKeys.ts';
import { requestFormText as words } from '#web/texts/requests.ts';
import { useKeys } from '#web/ui/keys.ts';
import { focusOn } from '#web/ui/MessageModal.tsx';
import { Offer } from '#web/ui/Offer.tsx';
import { focusSoon } from '#web/ui/waitingKeys.ts';
import { nextAfterCustomer } from './fields.ts';
import styles from './Form.module.css';
import type { FormDraft } from './request.ts';
import type { RequestForm } from './form.ts';
import { filledBy } from './returning.ts';

interface CustomerQuery {
  readonly by: 'idnumber' | 'pan' | 'mobile';
  readonly value: string;
}

const PAUSE_MS = 400;
const LEAST_CHARS = { idnumber: 5, mobile: 8 } as const;
const FRESH_MS = 60_000;

/** The fields of a form that identify one person; four digits of an Aadhaar number do not. */
function askedOf({ pan, idNumber, idType, mobile }: RequestDraft): CustomerQuery | null {
  const read = readPan(pan);
  if (!read.wasCleared && read.pan !== '') return { by: 'pan', value: read.pan };
  const [id, phone] = [idNumber.trim(), mobile.trim()];
  if (id.length >= LEAST_CHARS.idnumber && !isAadhaarType(idType)) return { by: 'idnumber', value: id };
  return phone.length >= LEAST_CHARS.mobile ? { by: 'mobile', value: phone } : null;
}

function useAsked(draft: FormDraft): CustomerQuery | null {
  const now = askedOf(draft);
  const written = now === null ? '' : JSON.stringify(now);
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(written), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [written]);
  return settled === '' || settled !== written ? null : (JSON.parse(settled) as CustomerQuery);
}

/** Offers the details of a returning customer's last request; one key accepts them. */
export function ReturningCustomer({ form }: { form: RequestForm }) {
  const { draft, change, isReadOnly } = form;
  const asked = useAsked(draft);
  const { data } = useQuery({
    queryKey: requestKeys.customer(asked),
    enabled: asked !== null && !isReadOnly,
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) =>
      asked === null ? [] : (await call(findCustomer, { asked }, { signal })).reply,
  });
  const customer = asked === null || isReadOnly ? undefined : data?.[0];
  const filled = customer === undefined ? {} : filledBy(draft, customer);
  const isOffered = Object.keys(filled).length > 0;
  const take = () => change((now) => (customer === undefined ? {} : filledBy(now, customer)));
  useKeys(isOffered ? [{ keys: 'alt+t', does: words.keys.take, run: take }] : []);
  if (customer === undefined || !isOffered) return null;
  const name = customer.travellerName === '' ? customer.entityName : customer.travellerName;
  return (
    <div className={styles.wide}>
      <Offer
        text={words.returning(name, customer.srno)}
        action={words.takeDetails}
        keys="Alt+T"
        // The offer disappears with its button.
        onPress={() => {
          take();
          focusSoon(() => focusOn(nextAfterCustomer(draft)));
        }}
      />
    </div>
  );
}

import { Button } from '@mantine/core';
import type { MouseEvent } from 'react';
import { requestFormText as words } from '#web/texts/requests.ts';
import { focusNext } from '#web/ui/enterGoesOn.ts';
import { TextAreaField } from '#web/ui/Field.tsx';
import { focusSoon } from '#web/ui/waitingKeys.ts';
import { fieldSelector, fieldsOf } from './fields.ts';
import styles from './Form.module.css';
import type { RequestForm } from './form.ts';

/** The delivery address. Enter reaches the button that copies the KYC address before the field itself. */
export function DeliveryAddress({ form }: { form: RequestForm }) {
  const { draft, change } = form;
  const { text } = fieldsOf(form);
  const canCopy = draft.kycAddress.trim() !== '' && draft.kycAddress !== draft.deliveryAddress;

  /** The button disappears, so the focus goes to the field after the address. */
  function copy({ currentTarget: { form: element } }: MouseEvent<HTMLButtonElement>): void {
    change((now) => ({ deliveryAddress: now.kycAddress }));
    const address = document.querySelector<HTMLElement>(fieldSelector('deliveryAddress'));
    if (element !== null && address !== null) focusSoon(() => focusNext(element, address));
  }

  return (
    <div className={`${styles.withCopy} ${styles.twoWide}`}>
      {canCopy ? (
        <Button
          className={styles.copy ?? ''}
          variant="subtle"
          size="compact-xs"
          // An address that is filled in is kept unless the user reaches for the button.
          {...(draft.deliveryAddress === '' ? { 'data-goes-on': true } : {})}
          onClick={copy}
        >
          {words.copyAddress}
        </Button>
      ) : null}
      <TextAreaField {...text('deliveryAddress')} required rows={2} />
    </div>
  );
}

import { readSerial, useAddress } from '#web/ui/useAddress.ts';

const SRNO = 'srno';
const FORM = 'form';
const NEW = 'new';
/** The parts of the address that belong to the open document. */
export const OPEN_NAMES = [SRNO, FORM] as const;

/** The document that is open beside the list, in the address: seen, or in its form if the user may add. */
export function useOpenDocument(mayAdd: boolean) {
  const { params, change } = useAddress();
  const srno = readSerial(params.get(SRNO));
  const isNew = mayAdd && params.get(FORM) === NEW;
  const isForm = isNew || (mayAdd && srno !== null && params.get(FORM) !== null);
  const isOpen = srno !== null || isNew;
  return {
    srno: isNew ? null : srno,
    isNew,
    isForm,
    show: (number: number) => change({ [SRNO]: String(number), [FORM]: null }, { replace: isOpen }),
    edit: (number: number) => change({ [SRNO]: String(number), [FORM]: 'edit' }, { replace: isOpen }),
    startNew: () => change({ [SRNO]: null, [FORM]: NEW }, { replace: isOpen }),
    close: () => change({ [SRNO]: null, [FORM]: null }, { replace: true }),
  };
}

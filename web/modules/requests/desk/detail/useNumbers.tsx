import { useState, type ReactNode } from 'react';
import type { RequestDetail } from '#contract/requests/desk.ts';
import { requestNumbers, type RequestNumbers } from '#contract/requests/numbers.ts';
import { isAadhaarType } from '#domain/requests/identity.ts';
import { maskedNumber } from '#domain/requests/masks.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { dayOf } from '#web/ui/when.ts';
import { call } from '#web/wire/call.ts';
import { Masked } from './Masked.tsx';
import type { RequestActs } from './useRequestActs.tsx';

const { facts: text } = requestDetailText;
type Detail = RequestDetail['detail'];

const PAN_TYPE = '5';

/** The numbers of the customer as the view shows them. */
interface ShownNumbers {
  readonly id: ReactNode;
  readonly pan: ReactNode;
  readonly account: ReactNode;
  readonly birth: ReactNode;
}

/**
 * The numbers of the customer. If the server sent them masked, one call fetches all of them, because each call leaves a
 * trail entry. Numbers of another version than the one on the screen are not shown.
 */
export function useNumbers(detail: Detail, acts: RequestActs): ShownNumbers {
  const [fetched, setFetched] = useState<{ version: number; numbers: RequestNumbers } | null>(null);
  const { srno, version, numbers: view } = detail;
  const isWhole = view === 'whole';
  const known = isWhole ? detail : fetched?.version === version ? fetched.numbers : null;

  async function fetchWhole(): Promise<boolean> {
    const numbers = await acts.act(() => call(requestNumbers, { srno }));
    if (numbers !== null) setFetched({ version, numbers });
    return numbers !== null;
  }

  const covered = (label: string, field: keyof RequestNumbers, shown = (whole: string) => whole) =>
    detail[field] === '' ? (
      ''
    ) : (
      <Masked
        key={`${srno}.${version}`}
        label={label}
        masked={isWhole ? maskedNumber(detail[field]) : detail[field]}
        whole={known === null ? null : shown(known[field])}
        fetchWhole={view === 'shown' && known === null ? fetchWhole : undefined}
      />
    );
  const isIdCovered = !isAadhaarType(detail.idType) && (!isWhole || detail.idType === PAN_TYPE);
  return {
    // Of an Aadhaar number only the last digits are stored.
    id: isIdCovered ? covered(text.idNumber, 'idNumber') : detail.idNumber,
    pan: covered(text.pan, 'pan'),
    account: covered(text.account, 'accountNumber'),
    birth: isWhole ? dayOf(detail.dateOfBirth) : covered(text.birth, 'dateOfBirth', dayOf),
  };
}

import { NO_FLAGS, type RightFlags } from '#domain/rights.ts';
import { APPROVAL_STEPS, LEVELS, type Level } from '#domain/requests/approval.ts';
import { useScreenRights } from '#web/wire/rights.ts';

const flagsOf = ({ data }: { data: RightFlags | undefined }) => data ?? NO_FLAGS;

/** The user's rights on requests: to approve each step, to change, and to send payment links. */
export function useDeskRights() {
  const steps: Readonly<Record<Level, ReturnType<typeof useScreenRights>>> = {
    BM: useScreenRights(APPROVAL_STEPS.BM.right),
    ZM: useScreenRights(APPROVAL_STEPS.ZM.right),
    CM: useScreenRights(APPROVAL_STEPS.CM.right),
    FM: useScreenRights(APPROVAL_STEPS.FM.right),
  };
  const requests = useScreenRights('NEWTRANREQUEST');
  const gateway = useScreenRights('PAYMENTGATEWAY');
  const all = [...Object.values(steps), requests, gateway];
  const missing = all.filter(({ data }) => data === undefined);
  const levels = LEVELS.filter((level) => flagsOf(steps[level]).edit);
  return {
    isKnown: all.every(({ data }) => data !== undefined),
    /** The error of the rights that could not be loaded, if any. */
    error: missing.find(({ error }) => error !== null)?.error ?? null,
    askAgain: () => void Promise.all(missing.map(({ refetch }) => refetch())),
    /** The steps that the user may approve. */
    levels,
    mayAdd: flagsOf(requests).add,
    mayEdit: flagsOf(requests).edit,
    maySendLinks: flagsOf(gateway).edit,
  };
}
export type DeskRights = ReturnType<typeof useDeskRights>;

import { NO_FLAGS, type RightFlags } from '#domain/rights.ts';
import { APPROVAL_STEPS, LEVELS, type Level } from '#domain/requests/approval.ts';
import { useScreenRights } from '#web/app/rights.ts';

const flagsOf = ({ data }: { data: RightFlags | undefined }) => data ?? NO_FLAGS;

/** What the user may do with requests: the rights of every step, of changing, and of sending links. */
export function useDeskRights() {
  const steps: Readonly<Record<Level, ReturnType<typeof useScreenRights>>> = {
    BM: useScreenRights(APPROVAL_STEPS.BM.right),
    ZM: useScreenRights(APPROVAL_STEPS.ZM.right),
    CM: useScreenRights(APPROVAL_STEPS.CM.right),
    FM: useScreenRights(APPROVAL_STEPS.FM.right),
  };
  const requests = useScreenRights('NEWTRANREQUEST');
  const gateway = useScreenRights('PAYMENTGATEWAY');
  const levels = LEVELS.filter((level) => flagsOf(steps[level]).edit);
  return {
    isKnown: [...Object.values(steps), requests, gateway].every(({ data }) => data !== undefined),
    /** The steps that the user approves. */
    levels,
    mayAdd: flagsOf(requests).add,
    mayEdit: flagsOf(requests).edit,
    mayEditRights: {
      ...Object.fromEntries(LEVELS.map((level) => [APPROVAL_STEPS[level].right, flagsOf(steps[level])])),
      NEWTRANREQUEST: flagsOf(requests),
      PAYMENTGATEWAY: flagsOf(gateway),
    },
    maySendLinks: flagsOf(gateway).edit,
  };
}
export type DeskRights = ReturnType<typeof useDeskRights>;

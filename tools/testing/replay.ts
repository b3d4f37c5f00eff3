import { rupees, sumRupees, type Rupees } from '#domain/money.ts';
import {
  afterApproval,
  afterSave,
  afterUnlock,
  isDue,
  type Level,
  type RequestState,
} from '#domain/requests/approval.ts';

/** The fields of a trail entry of a request that matter for the approval rules. */
export interface TrailEntry {
  readonly action: string;
  readonly actor: number | null;
  readonly after: Readonly<Record<string, unknown>>;
}

const BLANK: RequestState = {
  submitted: false,
  status: 'P',
  hasBranch: true,
  approvals: { BM: null, ZM: null, CM: null, FM: null },
  received: rupees('0'),
  grandTotal: rupees('0'),
  version: 0,
  makers: [],
  sale: true,
  out: false,
  in: false,
  linkRequested: false,
  linkSent: false,
};

const money = (value: unknown): Rupees => rupees(String(value));

/**
 * Replays a trail through the rules of the domain, one entry after another: concurrent actions must have happened in
 * this order. Throws at the first entry that the rules would have refused at that point.
 */
export function replay(trail: readonly TrailEntry[]): RequestState {
  return trail.reduce(step, BLANK);
}

function step(state: RequestState, { action, actor, after }: TrailEntry): RequestState {
  const against = (isSo: boolean, why: string) => {
    if (isSo) throw new Error(`${action} against the rules: ${why}`);
  };
  const user = String(actor);
  switch (action) {
    case 'add':
    case 'edit': {
      against(state.submitted, 'it was submitted');
      const saved = {
        final: after['submitted'] === true,
        received: money(after['received']),
        grandTotal: money(after['grand_total']),
        user,
      };
      const linkSent = after['link_sent'] === true;
      return { ...afterSave(state, saved), linkSent, linkRequested: after['link_requested'] === true };
    }
    case 'approve': {
      const level = after['level'] as Level;
      const due = isDue(level, state);
      against(!due.ok, due.ok ? '' : due.why);
      against(after['content_version'] !== state.version, 'another version was approved');
      return afterApproval(state, level, user);
    }
    case 'unlock':
      against(!state.submitted, 'it was not submitted');
      return afterUnlock(state);
    case 'credit': {
      const received = sumRupees([state.received, money(after['amount'])]);
      against(state.approvals.BM !== null, 'it was approved as paid');
      return { ...state, received, version: state.version + 1 };
    }
    case 'send link':
      against(!state.linkRequested || state.linkSent, 'no link was waiting to be sent');
      return { ...state, linkSent: true };
    case 'link ended':
      against(!state.linkSent, 'no link was sent');
      return { ...state, linkSent: false };
    default:
      throw new Error(`the trail tells of ${action}, which nobody did`);
  }
}

import type { RequestDetail } from '#contract/requests/desk.ts';
import { STEP_RIGHTS, type DeliveryStep } from '#domain/notes/steps.ts';
import { isSale } from '#domain/requests/codes.ts';
import { mayDo, type Rights } from '#domain/rights.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { LEVELS } from '#domain/requests/approval.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { FLAG_OF, typeOf } from '../state.ts';

const text = requestDetailText.delivery;
type Detail = RequestDetail['detail'];

const CURRENCY_NOTES = 'CN';

export const isApproved = (detail: Detail): boolean => LEVELS.every((level) => detail[FLAG_OF[level]]);

export function isSold(detail: Detail): boolean {
  const type = typeOf(detail);
  return type !== null && isSale(type);
}

export const noteLinesOf = ({ products }: RequestDetail) =>
  products.filter((line) => line.product === CURRENCY_NOTES);

/** The delivered content in one line: "USD 500, EUR 200". */
export const contentOf = ({ products }: RequestDetail): string =>
  products.map(({ isd, quantity }) => `${isd} ${formatQuantity(quantity)}`).join(', ');

const isOver = ({ status }: Detail) => status === 'D' || status === 'H';

/** Whether its notes go out by CN Out, which plans the delivery. */
export const movesOut = (request: RequestDetail): boolean =>
  isSold(request.detail) && noteLinesOf(request).length > 0;

const isToPlan = ({ detail }: RequestDetail) => detail.handover === 'DEL' && detail.status === 'P';

/**
 * Whether a step applies to a request in its current state. The server gives the reason if the step is not possible
 * yet.
 */
const COMES_TO: Readonly<Record<DeliveryStep, (request: RequestDetail) => boolean>> = {
  schedule: (request) => isToPlan(request) && !movesOut(request),
  deliver: ({ detail }) => detail.handover === 'DEL' && !isOver(detail),
  handover: ({ detail }) => detail.handover === 'IN' && !isOver(detail),
  undo: ({ detail }) => detail.status !== 'P',
};

/** Whether CN Out is the next step and the user may open it. */
export const leadsToCnOut = (request: RequestDetail, rights: Rights): boolean =>
  isToPlan(request) && movesOut(request) && mayDo(rights, 'CNOUT', 'query');

/** The steps that the user may take, in their order. */
export const offeredSteps = (request: RequestDetail, rights: Rights): readonly DeliveryStep[] =>
  (Object.keys(COMES_TO) as DeliveryStep[]).filter(
    (step) => COMES_TO[step](request) && mayDo(rights, STEP_RIGHTS[step], 'edit'),
  );

export function stepWord(step: DeliveryStep, detail: Detail): string {
  if (step === 'deliver') return isSold(detail) ? text.confirmDelivery : text.confirmCollection;
  return { schedule: text.schedule, handover: text.handOver, undo: text.undo }[step];
}

type Activity = RequestDetail['activity'][number];

/**
 * The line of the activity log that set each status; the log is newest first. An undone status no longer counts, and
 * undoing a step does not set the previous status again.
 */
export function reachedBy(log: readonly Activity[]): ReadonlyMap<string, Activity> {
  const reached = new Map<string, Activity>();
  for (const line of log.toReversed()) {
    const { status } = line;
    if (status === '') continue;
    for (const later of status === 'P' ? ['S', 'D', 'H'] : ['D', 'H']) reached.delete(later);
    if (!reached.has(status)) reached.set(status, line);
  }
  return reached;
}

interface Stage {
  readonly name: string;
  readonly isDone: boolean;
  readonly isNext: boolean;
  /** The log line of the step, if it is known. */
  readonly by: Activity | undefined;
}

/** The steps after the approvals: planned and then delivered, or handed over in the branch. */
export function stagesAfter(request: RequestDetail): readonly Stage[] {
  const { detail } = request;
  const isReady = isApproved(detail);
  const isDone = isOver(detail);
  const reached = reachedBy(request.activity);
  if (detail.handover === 'IN')
    return [{ name: text.handedOver, isDone, isNext: isReady && !isDone, by: reached.get('H') }];
  const isPlanned = isDone || detail.status === 'S';
  return [
    {
      name: movesOut(request) ? text.notesOut : text.planned,
      isDone: isPlanned,
      isNext: isReady && !isPlanned,
      by: reached.get('S'),
    },
    {
      name: isSold(detail) ? text.delivered : text.collected,
      isDone,
      isNext: isPlanned && !isDone,
      by: reached.get('D'),
    },
  ];
}

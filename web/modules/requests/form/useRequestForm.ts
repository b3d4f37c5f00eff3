import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { isoDate } from '#domain/dates.ts';
import { MESSAGES } from '#domain/messages.ts';
import { NO_RUPEES } from '#domain/money.ts';
import { draftProblems, finalProblems, missingForFinal } from '#domain/requests/complete.ts';
import { disabledFields, type RequestField } from '#domain/requests/draft.ts';
import { priceDraft } from '#domain/requests/pricing.ts';
import { schemeById } from '#domain/requests/schemes.ts';
import { NO_FLAGS } from '#domain/rights.ts';
import type { FieldProblem } from '#domain/rules.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { marksOf } from '#web/patterns/record/marks.ts';
import { choicesArrived } from '#web/pickers/useEntries.ts';
import { isConnected } from '#web/wire/connection.ts';
import { RefusedError, StaleError } from '#web/wire/problems.ts';
import { formKeyOf, requestKeys } from '#web/wire/requestKeys.ts';
import { useDraftKey, useScreenRights } from '#web/wire/rights.ts';
import { useSession } from '#web/wire/session.ts';
import { appText } from '#web/texts/app.ts';
import { requestFormText as text } from '#web/texts/requests.ts';
import { useDraft } from '#web/ui/drafts.ts';
import { theirChanges } from '#web/ui/theirChanges.ts';
import { today } from '#web/ui/today.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { useUnsavedGuard } from '#web/ui/useUnsavedGuard.tsx';
import { detailQuery } from '../detailQuery.ts';
import { fieldSelector } from './fields.ts';
import { CARD_FIELDS, isCardComplete } from './customer.ts';
import type { CustomerCardState, RequestForm } from './form.ts';
import { isTypedPayment, isTypedProduct, leftToPay, withGatewayLinesOf } from './lines.ts';
import {
  isSameRequest,
  newReference,
  openedOf,
  withIdNumberAsKept,
  writtenOf,
  type FormDraft,
  type OpenedRequest,
} from './request.ts';
import { useRequestDocumentQueue } from '../documents/useRequestDocumentQueue.ts';
import type { keepRequest } from '../unsent/keep.ts';
import { whyReadOnly } from './readOnly.ts';
import { sayRequest } from './sayRequest.ts';
import { useFacts, warningsFor } from './useFacts.ts';
import { linkToSend, useFinished } from './useFinished.ts';
import type { Saved } from './sendRequest.ts';
import type { StoredForm } from './storedForm.ts';
import { useSending, type SubmittedRequest } from './useSending.ts';

const isOfCard = (field: RequestField) => (CARD_FIELDS as readonly RequestField[]).includes(field);

interface RequestFormProps {
  /** The stored request; null for a new one, which begins as `blank`. */
  readonly opened: OpenedRequest | null;
  readonly blank: FormDraft;
  /** A new request has been saved as a draft and has a number now. */
  readonly onNumbered: (srno: number) => void;
  readonly onFinal: (saved: SubmittedRequest, wasNew: boolean) => void;
  /** There is no connection, and the draft waits on this device to be sent. */
  readonly onKept: () => void;
}

/** The form of a request: typed, priced, checked, saved once, never lost by accident, never over another's work. */
export function useRequestForm(props: RequestFormProps) {
  const client = useQueryClient();
  const session = useSession();
  const [stored, setStored] = useState(props.opened);
  const [srno, setSrno] = useState(props.opened?.srno ?? 0);
  const { data: may = NO_FLAGS } = useScreenRights('NEWTRANREQUEST');
  const { data: draftKey } = useDraftKey();
  const { data: gateway = NO_FLAGS } = useScreenRights('PAYMENTGATEWAY');
  const readOnlyBecause = whyReadOnly({ srno, edit: stored?.fetched.detail.can.edit ?? null }, may);
  const isReadOnly = readOnlyBecause !== '';
  const kept = useDraft<StoredForm>(formKeyOf(session?.srno ?? 0, srno));
  const restored = isReadOnly ? undefined : kept.restored;
  const [refNo] = useState(
    () => props.opened?.refNo ?? restored?.refNo ?? newReference(session?.id ?? '', Date.now()),
  );
  const [base, setBase] = useState(props.opened?.draft ?? props.blank);
  const [draft, showDraft] = useState(restored?.draft ?? base);
  // Two changes can come before the form is rendered again, and the second must not undo the first.
  const latest = useRef(draft);
  function setDraft(next: FormDraft): void {
    latest.current = next;
    showDraft(next);
  }
  const [version, setVersion] = useState(restored?.version ?? props.opened?.version);
  const [wasRestored, setWasRestored] = useState(
    restored !== undefined && !isSameRequest(restored.draft, base),
  );
  const [checked, setChecked] = useState<'not yet' | 'draft' | 'final'>('not yet');
  const [stale, setStale] = useState<{
    error: StaleError;
    theirs: OpenedRequest | undefined;
    isFinal: boolean;
  } | null>(null);
  const [mine, setMine] = useState<FormDraft | null>(null);
  const [drafted, setDrafted] = useState<Saved | null>(null);
  const [card, setCard] = useState<CustomerCardState | null>(null);
  const queue = useRequestDocumentQueue();
  const waiting = queue.files.length;
  // A document that waits would be lost with the form, so the form stays until none does. Then nothing is unsaved any more.
  const finished = useFinished(waiting, queue.uploaded);
  const [modal, showProblem, say] = useProblem();
  const sending = useSending(restored?.unanswered ?? null);
  const factsQuery = useFacts(draft, srno);
  const facts = factsQuery.data;

  // A stored request stays with the scheme of its day.
  const schemeId = stored?.fetched.detail.scheme ?? facts?.scheme;
  const scheme = useMemo(() => (schemeId === undefined ? null : schemeById(schemeId)), [schemeId]);
  const priced = useMemo(() => (scheme === null ? null : priceDraft(draft, scheme)), [draft, scheme]);
  const grandTotal = priced?.totals.grandTotal ?? null;
  const left = grandTotal === null ? null : leftToPay(grandTotal, draft.payments);
  const warnings = useMemo(() => warningsFor(draft, facts, grandTotal), [draft, facts, grandTotal]);

  const [isKept, setKept] = useState(false);
  const isDirty = !isReadOnly && !finished.isFinished && !isKept && !isSameRequest(draft, base);
  const leaveGuard = useUnsavedGuard(isDirty || waiting > 0, 'srno');
  const { heldBy, done } = finished;
  const { onFinal, onKept } = props;
  // This effect runs after that of useUnsavedGuard, which would otherwise ask before leaving.
  useEffect(() => {
    if (done !== null) onFinal(done.saved, done.wasNew);
  }, [done, onFinal]);
  useEffect(() => {
    if (isKept) onKept();
  }, [isKept, onKept]);
  const tellRefusal = useEffectEvent(() => kept.restored?.refusal && say(kept.restored.refusal));
  useEffect(() => void tellRefusal(), []);

  const change: RequestForm['change'] = (next) => {
    const now = latest.current;
    const changed = { ...now, ...(typeof next === 'function' ? next(now) : next) };
    setDraft(changed);
    // The branch is filled in automatically. A draft with nothing else is not kept.
    if (!isDirty && isSameRequest(changed, base)) return;
    setDrafted(null);
    kept.keep({ draft: withIdNumberAsKept(changed), version, refNo, unanswered: sending.unanswered });
  };

  function startOver(next: FormDraft): void {
    kept.discard();
    setDraft(next);
    setCard(null);
    setWasRestored(false);
    setChecked('not yet');
  }

  const day = () => (facts === undefined ? today() : isoDate(facts.date));
  const problemsOf = (isFinal: boolean, of = draft): FieldProblem<RequestField>[] =>
    isFinal ? finalProblems(of, grandTotal ?? NO_RUPEES, day()) : draftProblems(of, day());

  /** Why it cannot be sent, told with the way to every field at fault; whether it can. */
  function isFit(isFinal: boolean, sent: FormDraft): boolean {
    if (isTypedProduct(sent.productEntry)) {
      say(text.productNotAdded, fieldSelector('products'));
      return false;
    }
    if (isTypedPayment(sent.paymentEntry)) {
      say(text.paymentNotAdded, fieldSelector('payments'));
      return false;
    }
    const [problem] = problemsOf(isFinal, sent);
    // The chosen documents go up with this save, so they must be fit as well.
    if (problem === undefined) return !queue.tellRefusal();
    setChecked(isFinal ? 'final' : 'draft');
    // A message leads to its field, which must be there.
    if (problemsOf(isFinal, sent).some(({ field }) => isOfCard(field))) setCard(null);
    const missing = isFinal ? missingForFinal(sent) : [];
    say(
      problem.message,
      fieldSelector(problem.field),
      missing.length > 0
        ? missing.map(({ field, label }) => ({ label, focus: fieldSelector(field) }))
        : undefined,
    );
    return false;
  }

  async function save(isFinal: boolean, overVersion = version, given?: FormDraft): Promise<void> {
    // A choice that was typed and has not arrived yet is part of the request.
    await choicesArrived();
    const sent = given ?? latest.current;
    let totals = scheme === null ? null : (priceDraft(sent, scheme)?.totals ?? null);
    if (scheme === null && sent.type !== '') {
      const { data, error } = await factsQuery.refetch();
      if (data === undefined) return void showProblem(error);
      // Nobody submits totals that were not shown.
      if (isFinal) return say(text.notPricedYet);
      totals = priceDraft(sent, schemeById(data.scheme))?.totals ?? null;
    }
    if (!isFit(isFinal, sent)) return;
    const identity = { srno, refNo, isFinal, linkSent: stored?.fetched.detail.linkSent === true };
    const record = writtenOf(sent, totals, identity);
    const keep = async () => {
      const content = { draft: withIdNumberAsKept(sent), version: overVersion, refNo, unanswered: null };
      const attempts = sending.attemptsFor(record, overVersion);
      await keepHere({ srno, form: content, attempts, isFinal, documents: waiting });
    };
    if (!isConnected()) return keep();
    try {
      const saved = await sending.save(record, overVersion);
      kept.discard();
      setWasRestored(false);
      setMine(null);
      void client.invalidateQueries({ queryKey: requestKeys.all });
      if (isFinal) finished.finish(saved, srno === 0, gateway.edit ? linkToSend(sent, left) : null);
      else noteDraft(saved, sent);
      if (!queue.isEmpty()) await queue.send(saved.srno);
    } catch (error) {
      if (!isFinal && !isConnected()) await keep();
      else await refused(error, isFinal);
    }
  }

  /** Without a connection the draft is kept on this device, and the form is done with it. */
  async function keepHere(save: Omit<Parameters<typeof keepRequest>[0], 'user' | 'key'>): Promise<void> {
    // The frame has loaded the module while there was a connection.
    const keeping = await import('../unsent/keep.ts').catch(() => null);
    const unsent = { ...save, user: session?.srno ?? 0, key: draftKey };
    const refusal = keeping === null ? appText.network : await keeping.keepRequest(unsent);
    if (refusal !== null) return say(refusal);
    kept.discard();
    setKept(true);
  }

  function noteDraft(saved: Saved, sent: FormDraft): void {
    setBase(sent);
    setVersion(saved.version);
    setChecked('not yet');
    setDrafted(saved);
    if (srno === saved.srno) return;
    setSrno(saved.srno);
    props.onNumbered(saved.srno);
  }

  /** The request as it is stored now. A fetch that is under way may have read an older version. */
  async function fetchStored(): Promise<OpenedRequest> {
    const query = detailQuery(srno);
    await client.cancelQueries({ queryKey: query.queryKey });
    return openedOf(await client.query({ ...query, staleTime: 0 }));
  }

  async function refused(error: unknown, isFinal: boolean): Promise<void> {
    if (error instanceof StaleError) {
      setStale({ error, isFinal, theirs: await fetchStored().catch(() => undefined) });
      return;
    }
    // Priced by other rules than the server's: they are asked for anew, and the totals show the difference.
    if (error instanceof RefusedError && error.message === MESSAGES.MSG0008)
      void client.invalidateQueries({ queryKey: requestKeys.facts });
    showProblem(error);
  }

  /** What another has stored; when it cannot be had, why is said. */
  async function theirsOrSay(): Promise<OpenedRequest | null> {
    try {
      return stale?.theirs ?? (await fetchStored());
    } catch (error) {
      showProblem(error);
      return null;
    }
  }

  /** Shows what is stored now; what was typed can be brought back. */
  async function lookAtTheirs(): Promise<void> {
    const theirs = await theirsOrSay();
    if (theirs === null) return;
    setMine(withGatewayLinesOf(draft, theirs.draft));
    setStored(theirs);
    setBase(theirs.draft);
    setVersion(theirs.version);
    startOver(theirs.draft);
  }

  /** Saves what was typed over what another has stored. */
  async function overwriteTheirs(): Promise<void> {
    const theirs = await theirsOrSay();
    if (stale === null || theirs === null) return;
    const sent = withGatewayLinesOf(draft, theirs.draft);
    change(sent);
    await save(stale.isFinal, stale.error.version, sent);
  }

  const savingDraft = useSingleRun(() => save(false));
  const savingFinal = useSingleRun(() => save(true));
  const isSaving = savingDraft.working || savingFinal.working;
  const problems = checked === 'not yet' ? [] : problemsOf(checked === 'final');
  const disabled = disabledFields(draft);
  const form: RequestForm = {
    draft,
    change,
    marks: marksOf(problems),
    isDisabled: (field) => disabled.includes(field),
    isReadOnly: isReadOnly || heldBy !== 0,
    facts,
    scheme,
    priced,
    left,
    warnings,
    say,
    card: isCardComplete(draft) ? card : null,
    setCard,
  };

  return {
    form,
    srno,
    stored,
    readOnlyBecause,
    isDirty,
    queue,
    /** A submitted request whose documents are not all uploaded: only they can still be changed. */
    heldBy,
    finished,
    drafted,
    savingDraft: savingDraft.working,
    savingFinal: savingFinal.working,
    saveDraft: () => (isSaving ? undefined : savingDraft.run()),
    saveFinal: () => (isSaving ? undefined : savingFinal.run()),
    discard: kept.discard,
    modal,
    leaveGuard,
    startOver: wasRestored ? () => startOver(base) : null,
    bringBackMine:
      mine === null || isReadOnly
        ? null
        : () => {
            change(mine);
            setMine(null);
          },
    stale: {
      error: stale?.error ?? null,
      changes:
        stale?.theirs === undefined
          ? []
          : theirChanges(
              (each) =>
                sayRequest(
                  each,
                  [stored, stale.theirs].flatMap((known) => known?.fetched ?? []),
                ),
              base,
              stale.theirs.draft,
              draft,
            ),
      onClose: () => setStale(null),
      onTheirs: lookAtTheirs,
      onMine: overwriteTheirs,
    },
  };
}

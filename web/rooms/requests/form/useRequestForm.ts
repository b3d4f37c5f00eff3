import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { isoDate } from '#domain/dates.ts';
import { MESSAGES } from '#domain/messages.ts';
import { NO_RUPEES } from '#domain/money.ts';
import { draftProblems, finalProblems, missingForFinal } from '#domain/requests/complete.ts';
import { disabledFields, type RequestField } from '#domain/requests/draft.ts';
import { priceDraft } from '#domain/requests/pricing.ts';
import { schemeById } from '#domain/requests/schemes.ts';
import { NO_FLAGS } from '#domain/rights.ts';
import type { FieldProblem } from '#domain/rules.ts';
import { messageOf, RefusedError, sayable, SessionEndedError, StaleError } from '#web/app/problems.ts';
import { useScreenRights } from '#web/app/rights.ts';
import { useSession } from '#web/app/session.ts';
import { mastersText } from '#web/texts/masters.ts';
import { requestFormText as text } from '#web/texts/requests.ts';
import { useDraft } from '#web/ui/drafts.ts';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { theirChanges } from '#web/ui/theirChanges.ts';
import { today } from '#web/ui/today.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { useUnsavedGuard } from '#web/ui/useUnsavedGuard.tsx';
import { fieldSelector } from './fields.ts';
import type { RequestForm } from './form.ts';
import { isTypedPayment, isTypedProduct, leftToPay, withGatewayLinesOf } from './lines.ts';
import {
  fetchRequest,
  isSameRequest,
  newReference,
  withIdNumberAsKept,
  writtenOf,
  type FormDraft,
  type OpenedRequest,
} from './request.ts';
import { WAITING_DOCUMENTS } from '../documents/QueuedDocument.tsx';
import { whyReadOnly } from './readOnly.ts';
import { sayRequest } from './sayRequest.ts';
import { FACTS_KEY, useFacts, warningsFor } from './useFacts.ts';
import { useSending, type Saved, type Unanswered } from './useSending.ts';

/** What is kept of a form across a reload. */
interface Kept {
  readonly draft: FormDraft;
  readonly version: number | undefined;
  readonly refNo: string;
  readonly unanswered: Unanswered | null;
}

interface RequestFormProps {
  /** The stored request; null for a new one, which begins as `blank`. */
  readonly opened: OpenedRequest | null;
  readonly blank: FormDraft;
  /** A new request has been saved as a draft and has a number now. */
  readonly onNumbered: (srno: number) => void;
  readonly onFinal: (saved: Saved, wasNew: boolean) => void;
}

/** The form of a request: typed, priced, checked, saved once, never lost by accident, never over another's work. */
export function useRequestForm(props: RequestFormProps) {
  const client = useQueryClient();
  const session = useSession();
  const [stored, setStored] = useState(props.opened);
  const [srno, setSrno] = useState(props.opened?.srno ?? 0);
  const { data: may = NO_FLAGS } = useScreenRights('NEWTRANREQUEST');
  const readOnlyBecause = whyReadOnly({ srno, edit: stored?.fetched.detail.can.edit ?? null }, may);
  const isReadOnly = readOnlyBecause !== '';
  const kept = useDraft<Kept>(`${session?.srno ?? 0}.request.${srno === 0 ? 'new' : srno}`);
  const restored = isReadOnly ? undefined : kept.restored;
  const [refNo] = useState(
    () => props.opened?.refNo ?? restored?.refNo ?? newReference(session?.id ?? '', Date.now()),
  );
  const [base, setBase] = useState(props.opened?.draft ?? props.blank);
  const [draft, setDraft] = useState(restored?.draft ?? base);
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
  const [finished, setFinished] = useState<{ saved: Saved; wasNew: boolean } | null>(null);
  const [waitingDocuments, setWaitingDocuments] = useState(0);
  const [modal, say] = useMessage();
  const sending = useSending(restored?.unanswered ?? null);
  const factsQuery = useFacts(draft, srno);
  const facts = factsQuery.data;

  // A stored request stays with the scheme of its day.
  const schemeId = stored?.fetched.detail.req_scheme ?? facts?.scheme;
  const scheme = useMemo(() => (schemeId === undefined ? null : schemeById(schemeId)), [schemeId]);
  const priced = useMemo(() => (scheme === null ? null : priceDraft(draft, scheme)), [draft, scheme]);
  const grandTotal = priced?.totals.grandTotal ?? null;
  const warnings = useMemo(() => warningsFor(draft, facts, grandTotal), [draft, facts, grandTotal]);

  const isDirty = !isReadOnly && finished === null && !isSameRequest(draft, base);
  const leaveGuard = useUnsavedGuard(isDirty || waitingDocuments > 0, 'srno');
  const { onFinal } = props;
  // Once the guard has seen that nothing is unsaved any more.
  useEffect(() => {
    if (finished !== null) onFinal(finished.saved, finished.wasNew);
  }, [finished, onFinal]);

  function change(next: Partial<FormDraft>): void {
    const changed = { ...draft, ...next };
    setDraft(changed);
    // Where it is made comes by itself, and alone is nothing to keep.
    if (!isDirty && isSameRequest(changed, base)) return;
    setDrafted(null);
    kept.keep({ draft: withIdNumberAsKept(changed), version, refNo, unanswered: sending.unanswered });
  }

  function startOver(next: FormDraft): void {
    kept.discard();
    setDraft(next);
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
    if (isFinal && waitingDocuments > 0) {
      say(text.documentsNotSent(waitingDocuments), WAITING_DOCUMENTS);
      return false;
    }
    const [problem] = problemsOf(isFinal, sent);
    if (problem === undefined) return true;
    setChecked(isFinal ? 'final' : 'draft');
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

  async function save(isFinal: boolean, overVersion = version, sent = draft): Promise<void> {
    if (scheme === null && sent.type !== '') {
      const { error } = await factsQuery.refetch();
      say(error === null ? text.notPricedYet : messageOf(error));
      return;
    }
    if (!isFit(isFinal, sent)) return;
    try {
      const identity = { srno, refNo, isFinal, linkSent: stored?.fetched.detail.req_paymentlinksent === 1 };
      const saved = await sending.save(writtenOf(sent, priced?.totals ?? null, identity), overVersion);
      kept.discard();
      setWasRestored(false);
      setMine(null);
      void client.invalidateQueries({ queryKey: ['requests'] });
      if (isFinal) {
        setFinished({ saved, wasNew: srno === 0 });
        return;
      }
      setBase(sent);
      setVersion(saved.version);
      setChecked('not yet');
      setDrafted(saved);
      if (srno !== saved.srno) {
        setSrno(saved.srno);
        props.onNumbered(saved.srno);
      }
    } catch (error) {
      await refused(error, isFinal);
    }
  }

  async function refused(error: unknown, isFinal: boolean): Promise<void> {
    if (error instanceof StaleError) {
      setStale({ error, isFinal, theirs: await fetchRequest(srno).catch(() => undefined) });
      return;
    }
    if (error instanceof SessionEndedError) return;
    // Priced by other rules than the server's: they are asked for anew, and the totals show the difference.
    if (error instanceof RefusedError && error.message === MESSAGES.MSG0008)
      void client.invalidateQueries({ queryKey: FACTS_KEY });
    say(messageOf(error));
  }

  /** What another has stored; when it cannot be had, why is said. */
  async function theirsOrSay(): Promise<OpenedRequest | null> {
    try {
      return stale?.theirs ?? (await fetchRequest(srno));
    } catch (error) {
      const said = sayable(error);
      if (said !== null) say(said);
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
    marks: Object.fromEntries(
      problems.map(({ field, message }) => [
        field,
        message.startsWith(MESSAGES.MSG0006) ? mastersText.missing : message,
      ]),
    ),
    isDisabled: (field) => disabled.includes(field),
    isReadOnly,
    facts,
    scheme,
    priced,
    left: grandTotal === null ? null : leftToPay(grandTotal, draft.payments),
    warnings,
    say,
  };

  return {
    form,
    srno,
    stored,
    readOnlyBecause,
    isDirty,
    setWaitingDocuments,
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

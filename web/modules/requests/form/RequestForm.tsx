import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { RequestField } from '#domain/requests/draft.ts';
import type { DocumentQueue } from '#web/patterns/documents/useDocumentQueue.ts';
import { requestDocumentText } from '#web/texts/documents.ts';
import { requestFormText as words } from '#web/texts/requests.ts';
import { uiText } from '#web/texts/ui.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { FormOffers } from '#web/ui/FormOffers.tsx';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { focusOn } from '#web/ui/MessageModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { StaleModal } from '#web/ui/StaleModal.tsx';
import { bottomBar } from '#web/ui/stickyBars.ts';
import { BasicDetails } from './BasicDetails.tsx';
import { Charges } from './Charges.tsx';
import { DocumentChecklist } from './DocumentChecklist.tsx';
import { fieldSelector } from './fields.ts';
import styles from './Form.module.css';
import { LinkQuestion } from './LinkQuestion.tsx';
import { PaymentLines } from './PaymentLines.tsx';
import { PaymentLink } from './PaymentLink.tsx';
import { RequestDocuments } from '../documents/RequestDocuments.tsx';
import { ProductLines } from './ProductLines.tsx';
import type { FormDraft, OpenedRequest } from './request.ts';
import { SentBackNotice } from './SentBackNotice.tsx';
import { TotalsBar, TotalsPanel } from './Totals.tsx';
import { enterGoesOn } from '#web/ui/enterGoesOn.ts';
import { useRequestForm } from './useRequestForm.ts';
import type { SubmittedRequest } from './useSending.ts';

interface RequestFormProps {
  /** The stored request; null for a new one. */
  opened: OpenedRequest | null;
  blank: FormDraft;
  onNumbered: (srno: number) => void;
  onFinal: (saved: SubmittedRequest, wasNew: boolean) => void;
  onKept: () => void;
  onReset: () => void;
  onBack: () => void;
}

/** The form of a transaction request, section by section, with its totals always visible. */
export function RequestFormBody(props: RequestFormProps) {
  const { opened, blank, onNumbered, onFinal, onKept, onReset, onBack } = props;
  const request = useRequestForm({ opened, blank, onNumbered, onFinal, onKept });
  const { form, srno, queue, heldBy } = request;
  const { isReadOnly } = form;
  const isNew = srno === 0;

  useFirstField(
    isReadOnly ? null : (FIRST_FIELDS.find((field) => form.draft[field] === '') ?? 'travellerName'),
  );
  const toLine = () =>
    focusOn(
      fieldSelector(document.activeElement?.closest('[data-part="payments"]') ? 'payments' : 'products'),
    );
  useKeys([
    ...(isReadOnly
      ? []
      : [
          { keys: 'ctrl+enter', does: words.keys.draft, run: request.saveDraft },
          { keys: 'ctrl+shift+enter', does: words.keys.final, run: request.saveFinal },
          { keys: 'alt+l', does: words.keys.line, run: toLine },
          { keys: 'alt+u', does: words.keys.files, run: chooseFiles },
          { keys: 'enter', does: words.keys.goOn },
        ]),
    ...(isNew ? [] : [{ keys: 'escape', does: uiText.keys.back, run: onBack }]),
  ]);

  return (
    <form
      noValidate
      className={styles.form}
      aria-label={isNew ? words.title : words.edit(srno)}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={enterGoesOn}
    >
      <div className={styles.main}>
        <SentBackNotice request={request.stored?.fetched.detail} />
        {request.readOnlyBecause === '' ? null : <Notice meaning="info">{request.readOnlyBecause}</Notice>}
        {heldBy === 0 || queue.files.length === 0 ? null : <HeldNotice srno={heldBy} queue={queue} />}
        <FormOffers startOver={request.startOver} bringBackMine={request.bringBackMine} />
        <fieldset className={styles.all} disabled={isReadOnly}>
          <BasicDetails form={form} />
          <fieldset className={styles.section} data-part="products">
            <legend>{words.sections.products}</legend>
            <ProductLines form={form} />
            <Charges form={form} />
          </fieldset>
          <fieldset className={styles.section} data-part="payments">
            <legend>{words.sections.payments}</legend>
            <PaymentLines form={form} />
            <PaymentLink form={form} sentFor={request.stored?.fetched.detail.paymentLink ? srno : 0} />
          </fieldset>
        </fieldset>
        <div id={DOCUMENTS}>
          <RequestDocuments
            srno={heldBy === 0 ? srno : heldBy}
            canChange={request.readOnlyBecause === ''}
            queue={queue}
            // A submitted request whose documents did not all arrive has no save any more.
            withSave={heldBy === 0 ? requestDocumentText.withSave : null}
          />
        </div>
      </div>
      <div className={styles.rail}>
        <TotalsPanel form={form} />
        <DocumentChecklist
          form={form}
          srno={heldBy === 0 ? srno : heldBy}
          canChange={request.readOnlyBecause === ''}
          queue={queue}
        />
      </div>
      <div ref={bottomBar} className={styles.foot}>
        <div role="status" className={styles.drafted}>
          {request.drafted === null ? null : (
            <Notice meaning="done">{words.draftSaved(request.drafted.srno)}</Notice>
          )}
        </div>
        <TotalsBar form={form} />
        <div className={styles.actions}>
          {isNew ? (
            isReadOnly ? null : (
              <ResetButton
                isDirty={request.isDirty || queue.files.length > 0}
                discard={request.discard}
                onReset={onReset}
              />
            )
          ) : (
            <Button variant="default" onClick={onBack}>
              {words.back}
            </Button>
          )}
          {isReadOnly ? null : (
            <>
              <ActionButton
                variant="default"
                className={styles.draft ?? ''}
                busy={request.savingDraft}
                rightSection={<ButtonKeys keys="ctrl+enter" />}
                onPress={request.saveDraft}
              >
                {words.draft}
              </ActionButton>
              <ActionButton
                data-goes-on
                busy={request.savingFinal}
                rightSection={<ButtonKeys keys="ctrl+shift+enter" />}
                onPress={request.saveFinal}
              >
                {words.final}
              </ActionButton>
            </>
          )}
        </div>
      </div>
      {request.modal}
      {queue.modal}
      {request.leaveGuard}
      <LinkQuestion
        link={request.finished.link}
        onSend={request.finished.sendLink}
        onClose={request.finished.sendNoLink}
      />
      <StaleModal {...request.stale} />
    </form>
  );
}

const DOCUMENTS = 'request-documents';

/** Opens the system's dialog, as the button of the documents does. */
const chooseFiles = () =>
  document.querySelector<HTMLInputElement>(`#${DOCUMENTS} input[type="file"]:not([capture])`)?.click();

/** The keys of a button, for the eye; the button keeps its name. */
function ButtonKeys({ keys }: { keys: string }) {
  return (
    <span className={styles.buttonKeys} aria-hidden>
      <Keys keys={keys} />
    </span>
  );
}

/** Shown for a submitted request with documents still to upload: the remaining work before the form is cleared. */
function HeldNotice({ srno, queue }: { srno: number; queue: DocumentQueue }) {
  const isUnderWay = queue.sending !== null;
  return (
    <Notice meaning={isUnderWay ? 'info' : 'waiting'} live>
      {isUnderWay ? words.documentsUnderWay(srno) : words.documentsLeft(srno, queue.files.length)}
    </Notice>
  );
}

const FIRST_FIELDS = ['branch', 'salesExecutive', 'type', 'handover'] as const;

/** Focuses the first field that is still to be filled in. */
function useFirstField(field: RequestField | null): void {
  const [first] = useState(field);
  useEffect(() => {
    if (first !== null) focusOn(fieldSelector(first));
  }, [first]);
}

interface ResetButtonProps {
  isDirty: boolean;
  discard: () => void;
  onReset: () => void;
}

/** Clears a new form; asks first if the form has content. */
function ResetButton({ isDirty, discard, onReset }: ResetButtonProps) {
  const [isAsking, setAsking] = useState(false);
  function reset(): void {
    discard();
    onReset();
  }
  return (
    <>
      <Button variant="default" onClick={() => (isDirty ? setAsking(true) : reset())}>
        {words.reset}
      </Button>
      <ConfirmModal
        opened={isAsking}
        title={words.resetTitle}
        confirm={words.resetConfirm}
        danger
        onConfirm={reset}
        onClose={() => setAsking(false)}
      >
        {words.resetText}
      </ConfirmModal>
    </>
  );
}

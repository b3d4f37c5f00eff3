import { Button, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconFileDownload,
  IconLockOpen,
  IconPencil,
  IconPrinter,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { sendPaymentLink } from '#contract/payments/payments.ts';
import { requestPaper } from '#contract/requests/documents.ts';
import { unlockRequest, withdrawRequest, type RequestDetail } from '#contract/requests/desk.ts';
import { TEXTS } from '#domain/messages.ts';
import type { NumberView, TransactionType } from '#domain/requests/codes.ts';
import { canPrint } from '#domain/requests/documents.ts';
import { MAX_WITHDRAWAL_NOTE_CHARS, WITHDRAWAL_TEXTS } from '#domain/requests/withdrawal.ts';
import { NOT_CARRIED } from '#domain/requests/numbers.ts';
import { LINK_CONFIRMATION } from '#domain/requests/payment-link.ts';
import { call, makeSubmission } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { deskText } from '#web/texts/desk.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { uiText } from '#web/texts/ui.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { LinkRecipient } from '../../link/LinkRecipient.tsx';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { changePath } from '../RowActions.tsx';
import { SendBack } from '../SendBack.tsx';
import { typeOf } from '../state.ts';
import type { CameFrom } from '../useDeskAddress.ts';
import type { DeskRights } from '../useDeskRights.ts';
import type { RequestActs } from './useRequestActs.tsx';

const text = requestDetailText.request;
/** What a withdrawal asks if money was ever received for the request. */
const MONEY_NOTE = {
  label: text.whereMoneyWent,
  missing: WITHDRAWAL_TEXTS.needsNote,
  maxLength: MAX_WITHDRAWAL_NOTE_CHARS,
};

type OpenQuestion = 'unlock' | 'sendBack' | 'withdraw' | 'link';

interface RequestActionsProps {
  detail: RequestDetail['detail'];
  rights: DeskRights;
  here: CameFrom;
  acts: RequestActs;
  onChanged: () => void;
  /** Called when the request is no longer the one that the user opened; the message gives the reason. */
  onLeave: (msg: string) => void;
}

/** The actions on a request other than approval: absent without the right, disabled if not possible now. */
export function RequestActions({ detail, rights, here, acts, onChanged, onLeave }: RequestActionsProps) {
  const [asked, setAsked] = useState<OpenQuestion | null>(null);
  const { can, srno, version } = detail;
  const isDraft = !detail.submitted;
  const isLinkOpen = detail.paymentLink && !detail.linkSent;
  const mayUnlock = !isDraft && rights.levels.length > 0;
  // If it is not possible, the button beside it says why.
  const canSendBack = mayUnlock && can.unlock.ok;
  useKeys(
    canSendBack ? [{ keys: 's', does: deskText.queue.keys.sendBack, run: () => setAsked('sendBack') }] : [],
  );
  const icon = { size: 16, 'aria-hidden': true } as const;
  const [submission] = useState(makeSubmission);
  const onceFor = (content: unknown) => ({ version, idempotencyKey: submission.keyFor([content, version]) });

  /** Returns whether the action succeeded. */
  async function leaveAfter(reply: Promise<{ msg: string } | null>): Promise<boolean> {
    const done = await reply;
    if (done === null) return false;
    submission.done();
    onLeave(done.msg);
    return true;
  }
  const unlock = (reason: string) =>
    leaveAfter(
      acts.act(() => call(unlockRequest, { srno, reason: { reason } }, onceFor(['unlock', reason]))),
    );
  const withdraw = (note: string) =>
    leaveAfter(
      acts.act(() =>
        call(withdrawRequest, note === '' ? { srno } : { srno, note: { note } }, onceFor(['withdraw', note])),
      ),
    );

  async function sendLink(): Promise<void> {
    const sent = await acts.act(() => call(sendPaymentLink, { srno }));
    if (sent === null) return;
    acts.showMessage(TEXTS.linkSent, undefined, undefined, uiText.message.done);
    onChanged();
  }

  return (
    <>
      {isDraft && rights.mayEdit ? (
        <>
          <ActionButton
            variant="subtle"
            color="refused"
            leftSection={<IconTrash {...icon} />}
            onPress={() => setAsked('withdraw')}
            disabledBecause={can.edit.ok ? undefined : can.edit.why}
          >
            {text.withdraw}
          </ActionButton>
          {can.edit.ok ? (
            <Button
              component={Link}
              to={changePath(srno)}
              state={here}
              variant="default"
              leftSection={<IconPencil {...icon} />}
            >
              {text.change}
            </Button>
          ) : null}
        </>
      ) : null}
      {mayUnlock ? (
        <ActionButton
          variant="subtle"
          color="gray"
          leftSection={<IconLockOpen {...icon} />}
          onPress={() => setAsked('unlock')}
          disabledBecause={can.unlock.ok ? undefined : can.unlock.why}
        >
          {text.unlock}
        </ActionButton>
      ) : null}
      {rights.maySendLinks && isLinkOpen ? (
        <ActionButton
          variant="default"
          leftSection={<IconSend {...icon} />}
          onPress={() => setAsked('link')}
          disabledBecause={can.link.ok ? undefined : can.link.why}
        >
          {text.sendLink}
        </ActionButton>
      ) : null}
      <Papers detail={detail} acts={acts} />
      <Button variant="default" leftSection={<IconPrinter {...icon} />} onClick={() => print()}>
        {text.print}
      </Button>
      {canSendBack ? (
        <ActionButton
          variant="default"
          leftSection={<IconArrowBackUp {...icon} />}
          rightSection={<Keys keys="s" />}
          onPress={() => setAsked('sendBack')}
        >
          {deskText.sendBack.button}
        </ActionButton>
      ) : null}
      {asked === 'sendBack' ? (
        <SendBack request={detail} onDone={onLeave} onFailed={acts.fail} onClose={() => setAsked(null)} />
      ) : null}
      <ConfirmModal
        opened={asked === 'unlock'}
        title={text.unlockTitle}
        confirm={text.unlock}
        askReason
        onConfirm={unlock}
        onClose={() => setAsked(null)}
      >
        {text.unlockText}
      </ConfirmModal>
      <ConfirmModal
        opened={asked === 'withdraw'}
        title={text.withdrawTitle}
        confirm={text.withdraw}
        danger
        askReason={detail.wasPaid && MONEY_NOTE}
        onConfirm={withdraw}
        onClose={() => setAsked(null)}
      >
        {text.withdrawText}
      </ConfirmModal>
      <ConfirmModal
        opened={asked === 'link'}
        title={text.sendLinkTitle}
        confirm={text.send}
        onConfirm={sendLink}
        onClose={() => setAsked(null)}
      >
        {LINK_CONFIRMATION}
        <LinkRecipient srno={srno} />
      </ConfirmModal>
    </>
  );
}

/** A paper holds the numbers of the customer, so a rider gets only the papers of requests that they carry. */
function whyNoPaper(view: NumberView, isPrintable: boolean): string | null {
  if (!isPrintable) return text.notSubmitted;
  return view === 'masked' ? NOT_CARRIED : null;
}

/** The numbered PDF documents of a submitted request: a memo for a sale; a memo and a certificate for a purchase. */
function Papers({ detail, acts }: Pick<RequestActionsProps, 'detail' | 'acts'>) {
  const type: TransactionType | '' = typeOf(detail) ?? '';
  const paper = { submitted: detail.submitted, type };
  const fetchPaper = async (kind: 'memo' | 'encashment') => {
    try {
      await download(requestPaper, { srno: detail.srno, kind });
    } catch (error) {
      acts.fail(error);
    }
  };
  const icon = <IconFileDownload size={16} aria-hidden />;
  const refusal = whyNoPaper(detail.numbers, canPrint('memo', paper).ok);
  if (refusal !== null)
    return (
      <ActionButton variant="default" leftSection={icon} onPress={() => undefined} disabledBecause={refusal}>
        {text.papers}
      </ActionButton>
    );
  if (!canPrint('encashment', paper).ok)
    return (
      <ActionButton variant="default" leftSection={icon} onPress={() => fetchPaper('memo')}>
        {text.memo}
      </ActionButton>
    );
  return (
    <Menu withinPortal={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={icon}>
          {text.papers}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={text.papers}>
        <Menu.Item onClick={() => void fetchPaper('memo')}>{text.purchaseMemo}</Menu.Item>
        <Menu.Item onClick={() => void fetchPaper('encashment')}>{text.encashment}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

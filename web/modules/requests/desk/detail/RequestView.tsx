import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { RequestDetail } from '#contract/requests/desk.ts';
import { isDue, type Level } from '#domain/requests/approval.ts';
import type { ListNews } from '#web/patterns/list/FilteredList.tsx';
import { OpenFailed } from '#web/patterns/OpenFailed.tsx';
import { isNotThere } from '#web/wire/problems.ts';
import { deskText } from '#web/texts/desk.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { uiText } from '#web/texts/ui.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useUnsavedGuard } from '#web/ui/useUnsavedGuard.tsx';
import { detailQuery } from '../../detailQuery.ts';
import { RequestDocuments } from '../../documents/RequestDocuments.tsx';
import { PaymentLinkProgress } from '../../link/PaymentLinkProgress.tsx';
import { useRequestDocumentQueue } from '../../documents/useRequestDocumentQueue.ts';
import { DetailSkeleton } from '../DetailSkeleton.tsx';
import { StatusBadges } from '../StatusBadges.tsx';
import { customerOf, FLAG_OF, stateOf, typeName } from '../state.ts';
import { useApproval } from '../useApproval.tsx';
import type { useDeskAddress } from '../useDeskAddress.ts';
import type { DeskRights } from '../useDeskRights.ts';
import type { Requests } from '../useRequests.ts';
import styles from './Detail.module.css';
import { Delivery } from './Delivery.tsx';
import { isApproved } from './lastSteps.ts';
import { RequestFacts } from './Facts.tsx';
import { GrandTotal } from './GrandTotal.tsx';
import { Payments, Products } from './Lines.tsx';
import { Neighbours } from './Neighbours.tsx';
import { NextStep } from './NextStep.tsx';
import { RequestActions } from './RequestActions.tsx';
import { RequestPaper } from './RequestPaper.tsx';
import { Stepper } from './Stepper.tsx';
import { Timeline } from './Timeline.tsx';
import { RequestTotals } from './Totals.tsx';
import { useApproveAndNext } from './useApproveAndNext.ts';
import { useRequestActs } from './useRequestActs.tsx';
import { Warnings } from './Warnings.tsx';

const text = requestDetailText.request;

interface RequestViewProps {
  srno: number;
  address: ReturnType<typeof useDeskAddress>;
  requests: Requests;
  rights: DeskRights;
  /** True if the user came from the list, so that nothing has the focus. */
  takesFocus: boolean;
}

/** One request, read-only, and the actions on it. */
export function RequestView(props: RequestViewProps) {
  const { srno, address, requests } = props;
  const { data, error, refetch } = useQuery(detailQuery(srno));
  useKeys([{ keys: 'escape', does: uiText.keys.back, run: () => address.close() }]);
  const bar = (
    <div className={`${styles.bar} no-print`}>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={() => address.close()}
      >
        {text.back}
      </Button>
      <Neighbours srno={srno} requests={requests} onOpen={(number) => address.open(number, true)} />
    </div>
  );
  // A request that is no longer in the user's scope is not shown any more.
  if (data && !isNotThere(error))
    return (
      <>
        <div className="no-print">
          <OpenedRequest {...props} bar={bar} request={data} reload={refetch} />
        </div>
        <RequestPaper request={data} />
      </>
    );
  return (
    <>
      {bar}
      <PageHeader title={text.title(srno)} />
      {error === null ? <DetailSkeleton /> : null}
      <OpenFailed
        title={text.failed}
        error={error}
        onRetry={() => void refetch()}
        back={text.back}
        onBack={() => address.close()}
      />
    </>
  );
}

interface OpenedRequestProps extends RequestViewProps {
  request: RequestDetail;
  bar: ReactNode;
  reload: () => Promise<unknown>;
}

function OpenedRequest(props: OpenedRequestProps) {
  const { request, bar, reload, address, requests, rights, takesFocus } = props;
  const { detail } = request;
  const acts = useRequestActs(changed);
  const [news, setNews] = useState<ListNews | null>(null);
  const queue = useRequestDocumentQueue(() => void reload());
  const leaveGuard = useUnsavedGuard(queue.files.length > 0, 'srno');
  const [modal, ask] = useApproval({
    onDone: ({ level }, msg) => {
      requests.changeAll([detail.srno], { [FLAG_OF[level]]: true });
      setNews({ meaning: 'done', text: msg });
      void reload();
    },
    onFailed: acts.fail,
  });
  // An action removes its button, and opening a request removes the row. The focus then goes to what comes next.
  const next = useRef<HTMLDivElement>(null);
  const hasActed = takesFocus || news !== null;
  useEffect(() => {
    if (hasActed && document.activeElement === document.body) next.current?.focus({ preventScroll: true });
  }, [hasActed, request]);
  const approveNext = useApproveAndNext({
    detail,
    rights,
    requests,
    acts,
    onNext: (srno) => address.open(srno, true),
    onDone: (msg) => {
      setNews({ meaning: 'done', text: msg });
      void reload();
    },
    onWarned: (warning) => setNews({ meaning: 'waiting', text: warning }),
  });
  const approve = (level: Level) => {
    if (isDue(level, stateOf(detail)).ok) ask(level, detail);
  };
  useKeys(
    rights.levels.map((level) => ({
      keys: level.charAt(0).toLowerCase(),
      does: deskText.approve.title(level).replace('?', ''),
      run: () => approve(level),
    })),
  );

  function changed(): void {
    void reload();
    void requests.refresh();
  }

  const customer = customerOf(detail);
  return (
    <article className={styles.request}>
      {bar}
      <div className={styles.head}>
        <PageHeader
          title={text.title(detail.srno)}
          badge={<StatusBadges request={detail} />}
          detail={[typeName(detail), customer, detail.branchName].filter((part) => part !== '').join(' · ')}
          actions={
            <RequestActions
              detail={detail}
              rights={rights}
              here={address.here}
              acts={acts}
              onChanged={changed}
              onLeave={(msg) => {
                void requests.refresh();
                address.close({ meaning: 'done', text: deskText.approve.done(detail.srno, msg) });
              }}
            />
          }
          primary={
            approveNext === null ? null : (
              <ActionButton rightSection={<Keys keys="a" />} onPress={approveNext.run}>
                {approveNext.label}
              </ActionButton>
            )
          }
        />
      </div>
      {news === null ? null : (
        <div className={styles.news}>
          <Notice meaning={news.meaning} live>
            {news.text}
          </Notice>
        </div>
      )}
      <Warnings warnings={detail.submitted ? detail.warnings : []} />
      <NextStep request={request} ref={next}>
        {isApproved(detail) ? (
          <Delivery
            request={request}
            acts={acts}
            onDone={(msg) => {
              setNews({ meaning: 'done', text: msg });
              changed();
            }}
          />
        ) : null}
        <Stepper request={request} levels={rights.levels} onApprove={approve} />
      </NextStep>
      <div className={styles.columns}>
        <div className={styles.main}>
          <Products lines={request.products} />
          <RequestTotals request={request} />
          <Payments of={request} />
          <RequestFacts key={detail.srno} detail={detail} acts={acts} />
        </div>
        <div className={styles.side}>
          <div className={styles.total}>
            <GrandTotal request={detail} />
          </div>
          <div className={styles.documents}>
            {detail.paymentLink ? <PaymentLinkProgress srno={detail.srno} /> : null}
            <RequestDocuments
              srno={detail.srno}
              canChange={rights.mayEdit}
              onChanged={() => void reload()}
              queue={queue}
            />
          </div>
          <Timeline request={request} />
        </div>
      </div>
      {modal}
      {acts.modals}
      {queue.modal}
      {leaveGuard}
    </article>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { RequestDetail } from '#contract/requests/desk.ts';
import { isDue, type Level } from '#domain/requests/approval.ts';
import { useLetterhead } from '#web/patterns/letterhead.tsx';
import { OpenFailed } from '#web/patterns/OpenFailed.tsx';
import { isNotThere } from '#web/wire/problems.ts';
import { deskText } from '#web/texts/desk.ts';
import { uiText } from '#web/texts/ui.ts';
import { useKeys } from '#web/ui/keys.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Letterhead } from '#web/ui/PrintPage.tsx';
import { thisMoment } from '#web/ui/today.ts';
import { useUnsavedGuard } from '#web/ui/useUnsavedGuard.tsx';
import { dayOf } from '#web/ui/when.ts';
import { detailQuery } from '../../detailQuery.ts';
import { RequestDocuments } from '../../documents/RequestDocuments.tsx';
import { useRequestDocumentQueue } from '../../documents/useRequestDocumentQueue.ts';
import { StatusBadges } from '../StatusBadges.tsx';
import { customerOf, FLAG_OF, stateOf, statusOf, typeName } from '../state.ts';
import { useApproval } from '../useApproval.tsx';
import type { useDeskAddress } from '../useDeskAddress.ts';
import type { DeskRights } from '../useDeskRights.ts';
import type { Requests } from '../useRequests.ts';
import styles from './Detail.module.css';
import { Delivery } from './Delivery.tsx';
import { isApproved } from './lastSteps.ts';
import { RequestFacts } from './Facts.tsx';
import { Payments, Products } from './Lines.tsx';
import { Neighbours } from './Neighbours.tsx';
import { RequestActions } from './RequestActions.tsx';
import { Stepper } from './Stepper.tsx';
import { Timeline } from './Timeline.tsx';
import { RequestTotals } from './Totals.tsx';
import { useRequestActs } from './useRequestActs.tsx';

const text = deskText.request;

interface RequestViewProps {
  srno: number;
  address: ReturnType<typeof useDeskAddress>;
  requests: Requests;
  rights: DeskRights;
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
    return <OpenedRequest {...props} bar={bar} request={data} reload={refetch} />;
  return (
    <>
      {bar}
      <PageHeader title={text.title(srno)} />
      {error === null ? <div aria-busy /> : null}
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

function OpenedRequest({ request, bar, reload, address, requests, rights }: OpenedRequestProps) {
  const { detail } = request;
  const acts = useRequestActs(changed);
  const [news, setNews] = useState<string | null>(null);
  const queue = useRequestDocumentQueue(() => void reload());
  const leaveGuard = useUnsavedGuard(queue.files.length > 0, 'srno');
  const [modal, ask] = useApproval({
    onDone: ({ level }, msg) => {
      requests.change(detail.req_srno, { [FLAG_OF[level]]: 1 });
      setNews(msg);
      void reload();
    },
    onFailed: acts.fail,
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
      <PrintHead detail={detail} />
      <div className={styles.head}>
        <PageHeader
          title={text.title(detail.req_srno)}
          badge={<StatusBadges request={detail} />}
          detail={[typeName(detail), customer, detail.req_branname].filter((part) => part !== '').join(' · ')}
          actions={
            <RequestActions
              detail={detail}
              rights={rights}
              here={address.here}
              acts={acts}
              onChanged={changed}
              onLeave={(msg) => {
                void requests.refresh();
                address.close({ meaning: 'done', text: deskText.approve.done(detail.req_srno, msg) });
              }}
            />
          }
        />
      </div>
      {news === null ? null : (
        <div className={styles.news}>
          <Notice meaning="done" live>
            {news}
          </Notice>
        </div>
      )}
      {isApproved(detail) ? (
        <Delivery
          request={request}
          acts={acts}
          onDone={(msg) => {
            setNews(msg);
            changed();
          }}
        />
      ) : null}
      <Stepper request={request} levels={rights.levels} onApprove={approve} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <RequestFacts detail={detail} />
          <Products lines={request.product} />
          <Payments lines={request.payment} />
        </div>
        <div className={styles.side}>
          <RequestTotals request={request} />
          <div className={styles.documents}>
            <RequestDocuments
              srno={detail.req_srno}
              canChange={rights.mayEdit}
              onChanged={() => void reload()}
              queue={queue}
            />
          </div>
          <Timeline request={request} />
        </div>
      </div>
      <p className={styles.printFoot}>{text.printedAt(thisMoment())}</p>
      {modal}
      {acts.modals}
      {queue.modal}
      {leaveGuard}
    </article>
  );
}

/** On paper the letterhead replaces the heading of the screen. */
function PrintHead({ detail }: { detail: RequestDetail['detail'] }) {
  const { word, isDraft } = statusOf(detail);
  const letterhead = useLetterhead();
  if (letterhead === undefined) return null;
  return (
    <div className={styles.printHead} aria-hidden>
      <Letterhead
        {...letterhead}
        level={3}
        title={text.title(detail.req_srno)}
        facts={[
          { label: deskText.facts.type, value: typeName(detail) },
          { label: deskText.facts.date, value: dayOf(detail.req_date) },
          { label: deskText.facts.branch, value: detail.req_branname },
          { label: deskText.facts.status, value: word },
          ...(isDraft ? [{ label: deskText.facts.savedAs, value: deskText.draft }] : []),
        ]}
      />
    </div>
  );
}

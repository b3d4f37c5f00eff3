import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { RequestDetail, RequestRow } from '#contract/requests/desk.ts';
import { isDue, type Level } from '#domain/requests/approval.ts';
import { QueryFailed } from '#web/patterns/problem/QueryState.tsx';
import { deskText } from '#web/texts/desk.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { detailQuery } from '../../detailQuery.ts';
import { GrandTotal } from '../detail/GrandTotal.tsx';
import { Payments, Products } from '../detail/Lines.tsx';
import { NextStep } from '../detail/NextStep.tsx';
import { Warnings } from '../detail/Warnings.tsx';
import { DetailSkeleton } from '../DetailSkeleton.tsx';
import { StatusBadges } from '../StatusBadges.tsx';
import { customerOf, stateOf, typeName } from '../state.ts';
import styles from './Queue.module.css';
import type { ApprovalQueue } from './useApprovalQueue.ts';

const text = deskText.queue;

interface PreviewProps {
  row: RequestRow;
  level: Level;
  count: string;
  queue: ApprovalQueue;
  onOpen: (row: RequestRow) => void;
}

/** The request in front of the queue: the deal, its warnings, and the approval. */
export function Preview({ row, level, count, queue, onOpen }: PreviewProps) {
  const { data, error, refetch } = useQuery(detailQuery(row.srno));
  const due = isDue(level, stateOf(row));
  const why = due.ok ? data?.detail.can[level].why : due.why;
  const [previous, next] = [queue.neighbour(-1), queue.neighbour(1)];
  const facts = [text.number(row.srno), typeName(row), row.branchName, text.by(row.createdBy)];
  return (
    <div className={styles.preview}>
      <SidePanel
        label={text.preview(row.srno)}
        title={customerOf(row)}
        badge={<StatusBadges request={row} />}
        place={requestDetailText.request.place(queue.place, count)}
        previous={{
          label: requestDetailText.request.previous,
          onPress: previous === undefined ? undefined : () => queue.show(previous),
        }}
        next={{
          label: requestDetailText.request.next,
          onPress: next === undefined ? undefined : () => queue.show(next),
        }}
      >
        {/* It scrolls, so the keyboard must reach it. */}
        <div className={styles.body} tabIndex={0} role="group" aria-label={text.content}>
          <p className={styles.subject}>{facts.join(' · ')}</p>
          <GrandTotal request={row} />
          {data === undefined ? (
            <QueryFailed
              title={requestDetailText.request.failed}
              error={error}
              onRetry={() => void refetch()}
              waiting={<DetailSkeleton />}
            />
          ) : (
            <Content request={data} />
          )}
        </div>
        <div className={styles.foot}>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            rightSection={<Keys keys="s" />}
            onClick={() => queue.ask('sendBack')}
          >
            {deskText.sendBack.button}
          </Button>
          <Button variant="subtle" rightSection={<Keys keys="o" />} onClick={() => onOpen(row)}>
            {text.open}
          </Button>
          <ActionButton
            rightSection={<Keys keys="a" />}
            disabledBecause={why === '' ? undefined : why}
            onPress={queue.approveAndNext}
          >
            {queue.isWarned ? text.approveAnyway : text.approveNext}
          </ActionButton>
        </div>
      </SidePanel>
    </div>
  );
}

function Content({ request }: { request: RequestDetail }) {
  const { documents } = request;
  return (
    <>
      <Warnings warnings={request.detail.warnings} />
      <NextStep request={request} />
      <Products lines={request.products} />
      <Payments of={request} />
      <section>
        <h3 className={styles.heading}>{text.documents(documents.length)}</h3>
        <ul className={styles.documents}>
          {documents.map((each) => (
            <li key={each.srno}>
              {each.kindName} <span className={styles.quiet}>{each.filename}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

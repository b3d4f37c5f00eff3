import { Button } from '@mantine/core';
import { IconInbox, IconPlus } from '@tabler/icons-react';
import { ActionButton } from '../ui/ActionButton.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Row, Sample, Samples } from './Sample.tsx';

const SLOW_WORK_MS = 1500;
const slowWork = () => new Promise((resolve) => setTimeout(resolve, SLOW_WORK_MS));

export function WordsPage() {
  return (
    <>
      <PageHeader
        title="Words and buttons"
        detail="A screen has one primary button, top right"
        badge={<StatusBadge meaning="waiting">Waiting for BM</StatusBadge>}
        actions={<Button variant="default">Lesser action</Button>}
        primary={<ActionButton onPress={slowWork}>Save</ActionButton>}
      />
      <Samples>
        <Sample name="Status badge">
          <Row>
            <StatusBadge meaning="waiting" />
            <StatusBadge meaning="done">Approved</StatusBadge>
            <StatusBadge meaning="refused">Returned</StatusBadge>
            <StatusBadge meaning="info">Draft</StatusBadge>
          </Row>
        </Sample>
        <Sample name="Buttons">
          <Row>
            <ActionButton onPress={slowWork}>Takes time</ActionButton>
            <ActionButton onPress={slowWork} busy>
              In progress
            </ActionButton>
            <ActionButton onPress={slowWork} disabledBecause="Payment is short by ₹1,200.00">
              Approve
            </ActionButton>
            <Button variant="default">Secondary</Button>
            <Button variant="subtle">Quiet</Button>
            <Button variant="light">Light</Button>
            <Button color="refused">Dangerous</Button>
            <Button disabled>Disabled</Button>
          </Row>
        </Sample>
        <Sample name="Notice">
          <div style={{ display: 'grid', gap: 8 }}>
            <Notice meaning="waiting">Cash of ₹50,000.00 or more is being received.</Notice>
            <Notice meaning="done">The rates were published at 10:05.</Notice>
            <Notice meaning="refused" live>
              The payment link could not be sent.
            </Notice>
            <Notice meaning="info">These rates are of yesterday.</Notice>
          </div>
        </Sample>
        <Sample name="Empty state">
          <EmptyState
            icon={<IconInbox size={28} />}
            title="No requests today"
            text="Requests that you make or that wait for you are listed here."
            action={<Button leftSection={<IconPlus size={16} aria-hidden />}>New request</Button>}
          />
        </Sample>
      </Samples>
    </>
  );
}

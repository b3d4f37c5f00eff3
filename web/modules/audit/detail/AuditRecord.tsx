import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { AuditDetail } from '#contract/audit/audit.ts';
import { AUDIT_FLOW, whyReadOnly } from '#domain/audit/audit.ts';
import { AUDIT_STATUSES, monthOfYear } from '#domain/audit/codes.ts';
import type { RightFlags } from '#domain/rights.ts';
import { RecordScreen } from '#web/patterns/record/RecordScreen.tsx';
import { auditDetailText as text, auditText } from '#web/texts/audit.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { FormOffers } from '#web/ui/FormOffers.tsx';
import { StaleModal } from '#web/ui/StaleModal.tsx';
import { StatusPick } from '#web/ui/StatusPick.tsx';
import { AuditBadge } from '../statusBadge.tsx';
import { MasterDiscrepancies } from '../discrepancies/MasterDiscrepancies.tsx';
import { TransactionsLeft, useTransactionCounts } from '../transactions/counts.tsx';
import type { Counts as MarkCounts } from '../transactions/marks.ts';
import { useStore, type Store } from '../transactions/stores.ts';
import { TransactionsTab } from '../transactions/TransactionsTab.tsx';
import type { AuditAddress } from '../useAuditAddress.ts';
import { Checklist } from './Checklist.tsx';
import { Counts } from './Counts.tsx';
import { BusinessMis } from './BusinessMis.tsx';
import { Registers } from './documents/Registers.tsx';
import { unsavedTabs } from './edits.ts';
import { AuditReport } from './AuditReport.tsx';
import { Summary } from './Summary.tsx';
import type { AuditTabProps } from './auditTab.ts';
import { answeredIn, tabNames, tabsOf, uncountedIn } from './tabs.ts';
import { useAuditEdits, type AuditWork } from './useAuditEdits.tsx';

interface AuditRecordProps {
  detail: AuditDetail;
  address: AuditAddress;
  may: RightFlags;
  /** Fetches the audit again. */
  onChanged: () => void;
}

/** One audit: its head with status and Save, its tabs, and its report. */
export function AuditRecord({ detail, address, may, onChanged }: AuditRecordProps) {
  const { header } = detail;
  const { tab } = address;
  const readOnly = whyReadOnly(header.status, may.add || may.edit);
  const mayChange = readOnly === null;
  const work = useAuditEdits(detail, tab, !mayChange);
  const [isClosing, setClosing] = useState(false);
  const counts = useTransactionCounts(detail.tally, tab === 'transactions');

  /** Closing asks once. It is refused while other tabs are not saved, because nobody could save them afterwards. */
  function save(): void {
    if (!(work.isStatusChanged && work.status === 'C')) {
      work.save();
      return;
    }
    const others = unsavedTabs(work.edits).filter((each) => each !== tab);
    if (others.length > 0) work.showMessage(text.close.unsaved(tabNames(others)));
    else setClosing(true);
  }

  const nothingToSave = work.changedRows === 0 && !work.isStatusChanged;
  const tabProps = { detail, mayChange, onChanged };
  if (address.isReport)
    return (
      <>
        <AuditReport detail={detail} onBack={() => address.showReport(false)} />
        {work.modals}
      </>
    );
  return (
    <>
      <RecordScreen
        back={{ label: text.back, onBack: address.close }}
        aside={<PreviousAudit header={header} />}
        title={auditText.name(header.branchName, monthOfYear(header.year, header.month))}
        badge={<AuditBadge status={header.status} />}
        facts={[
          { label: text.facts.branch, value: `${header.branch} ${header.branchName}` },
          { label: text.facts.month, value: text.yearMonth(header.year, header.monthName) },
          { label: text.facts.date, value: header.auditedOn },
          { label: text.facts.auditor, value: header.auditor },
          { label: text.facts.cashier, value: header.cashier },
          { label: text.facts.manager, value: header.manager },
        ]}
        actions={
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => address.showReport(true)}
          >
            {text.report}
          </Button>
        }
        status={
          mayChange ? (
            <StatusPick
              label={text.status}
              states={AUDIT_STATUSES}
              words={AUDIT_FLOW.words}
              value={work.status}
              onChange={work.setStatus}
            />
          ) : undefined
        }
        save={
          mayChange
            ? {
                onSave: save,
                isWorking: work.isWorking,
                disabledBecause: nothingToSave ? text.nothingChanged : undefined,
                unsaved: nothingToSave
                  ? savedWords(detail, work)
                  : text.unsaved(work.changedRows, work.isStatusChanged),
              }
            : undefined
        }
        readOnlyBecause={readOnly}
        above={<FormOffers startOver={work.startOver} bringBackMine={null} />}
        tabs={{
          label: text.tabs,
          all: tabsOf(detail, work.edits, <TransactionsLeft counts={counts} />),
          open: tab,
        }}
        onTab={address.setTab}
      >
        <OpenTab key={tab} {...tabProps} tab={tab} work={work} counts={counts} mayEdit={may.edit} />
      </RecordScreen>
      <ConfirmModal
        opened={isClosing}
        title={text.close.title}
        confirm={text.close.confirm}
        danger
        onConfirm={work.save}
        onClose={() => setClosing(false)}
      >
        <p>{text.close.text}</p>
        <OpenWork detail={detail} work={work} counts={counts} />
      </ConfirmModal>
      <StaleModal {...work.stale} />
      {work.modals}
    </>
  );
}

function savedWords(detail: AuditDetail, { saved, edits }: AuditWork): string | undefined {
  if (saved === null) return undefined;
  if (saved !== 'rbi' && saved !== 'operational') return text.saved;
  const { answered, all } = answeredIn(detail, edits, saved);
  return text.savedOf(answered, all);
}

/** The audit of the month before, as a link. */
function PreviousAudit({ header }: { header: AuditDetail['header'] }) {
  if (header.previous === 0) return null;
  const words = { P: AUDIT_FLOW.words.P, R: AUDIT_FLOW.words.R, C: AUDIT_FLOW.words.C, '': '' };
  const status = words[header.previousStatus as keyof typeof words];
  return (
    <>
      {text.previous}{' '}
      <Link to={{ search: `?srno=${header.previous}` }}>
        {[header.previousMonth, status].filter((part) => part !== '').join(', ')}
      </Link>
    </>
  );
}

/** What is still open in an audit that is about to be closed. */
function OpenWork({ detail, work, counts }: Pick<OpenTabProps, 'detail' | 'work' | 'counts'>) {
  const { PEN: pending } = useStore(counts);
  const rows = (['rbi', 'operational'] as const)
    .map((tab) => answeredIn(detail, work.edits, tab))
    .reduce((open, { answered, all }) => open + all - answered, 0);
  const words = text.close.open(rows, pending, uncountedIn(detail, work.edits));
  return words === '' ? null : <p>{words}</p>;
}

interface OpenTabProps extends AuditTabProps {
  tab: AuditAddress['tab'];
  work: AuditWork;
  counts: Store<MarkCounts>;
  mayEdit: boolean;
}

function OpenTab({ tab, work, counts, mayEdit, ...props }: OpenTabProps): ReactNode {
  switch (tab) {
    case 'rbi':
    case 'operational':
      return <Checklist {...props} tab={tab} work={work} />;
    case 'documents':
      return <Registers {...props} mayDelete={mayEdit && props.mayChange} />;
    case 'transactions':
      return <TransactionsTab {...props} counts={counts} />;
    case 'summary':
      return <Summary {...props} work={work} />;
    case 'masters':
      return <MasterDiscrepancies {...props} />;
    case 'count':
      return <Counts {...props} work={work} />;
    case 'mis':
      return <BusinessMis {...props} work={work} />;
  }
}

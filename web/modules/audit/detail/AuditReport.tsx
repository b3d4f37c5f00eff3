import { IconDownload, IconPrinter } from '@tabler/icons-react';
import type { AuditDetail } from '#contract/audit/audit.ts';
import { auditReport } from '#contract/audit/report.ts';
import { monthOfYear } from '#domain/audit/codes.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { RecordHeader } from '#web/patterns/record/RecordHeader.tsx';
import { ReportFrame } from '#web/patterns/report/ReportFrame.tsx';
import { useReport } from '#web/patterns/report/useReport.ts';
import { auditDetailText, auditText } from '#web/texts/audit.ts';
import { reportsText } from '#web/texts/reports.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { QueryFailed } from '#web/patterns/problem/QueryState.tsx';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { printFile } from '#web/wire/printFile.ts';
import { AuditBadge } from '../statusBadge.tsx';

const text = auditDetailText.reportView;

interface AuditReportProps {
  detail: AuditDetail;
  onBack: () => void;
}

/** The printable report of an audit, as the server makes it. */
export function AuditReport({ detail, onBack }: AuditReportProps) {
  const { header } = detail;
  const { srno } = header;
  const [modal, showProblem] = useProblem();
  const query = useReport(
    ['audit'],
    srno,
    async (number, signal) =>
      (await call(auditReport, { report: { srno: number, mode: 'View' } }, { signal })).reply.html,
  );
  const paper = { report: { srno, mode: 'Download' } } as const;
  const print = () => printFile(auditReport, paper).catch(showProblem);
  return (
    <>
      <div className="no-print">
        <RecordHeader
          back={{ label: text.back, onBack }}
          title={text.title}
          badge={<AuditBadge status={header.status} />}
          aside={auditText.name(header.branchName, monthOfYear(header.year, header.month))}
          facts={[]}
          actions={
            query.data === undefined ? null : (
              <>
                <ActionButton
                  variant="default"
                  leftSection={<IconDownload size={16} aria-hidden />}
                  onPress={() => download(auditReport, paper).catch(showProblem)}
                >
                  {text.pdf}
                </ActionButton>
                <ActionButton leftSection={<IconPrinter size={16} aria-hidden />} onPress={print}>
                  {text.print}
                </ActionButton>
              </>
            )
          }
        />
      </div>
      <p role="status" className="visually-hidden">
        {query.isFetching ? reportsText.making : query.data === undefined ? '' : reportsText.made}
      </p>
      {query.data === undefined ? (
        <QueryFailed
          title={reportsText.failed}
          error={query.error}
          onRetry={query.refetch}
          waiting={<div aria-busy />}
        />
      ) : (
        <ReportFrame title={text.title} html={query.data} onPrint={() => void print()} />
      )}
      {modal}
    </>
  );
}

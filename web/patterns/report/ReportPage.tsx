import { Button } from '@mantine/core';
import { IconPrinter, IconReport } from '@tabler/icons-react';
import { useRef, type ReactNode, type Ref } from 'react';
import { reportsText as text } from '#web/texts/reports.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { userMessage } from '#web/wire/problems.ts';
import styles from './Report.module.css';
import { ReportFrame, type ReportHandle } from './ReportFrame.tsx';
import type { ReportResult } from './useReport.ts';

interface ReportPageProps {
  title: string;
  detail: string;
  /** The id of the form in `children`; the Generate button submits it. */
  form: string;
  query: ReportResult;
  /** Whether the address asks for a report on the screen. */
  isShown: boolean;
  isWorking: boolean;
  /** Whether a file was just downloaded. */
  isSaved: boolean;
  children: ReactNode;
}

/** A report screen: the header, the form of the module, and the page that the server rendered. */
export function ReportPage({
  title,
  detail,
  form,
  query,
  isShown,
  isWorking,
  isSaved,
  children,
}: ReportPageProps) {
  const report = useRef<ReportHandle>(null);
  return (
    <>
      <div className="no-print">
        <PageHeader
          title={title}
          detail={detail}
          actions={
            isShown && query.data !== undefined ? (
              <Button
                variant="default"
                leftSection={<IconPrinter size={16} aria-hidden />}
                onClick={() => report.current?.print()}
              >
                {text.print}
              </Button>
            ) : undefined
          }
          primary={
            <Button type="submit" form={form} loading={isWorking || query.isFetching}>
              {text.generate}
            </Button>
          }
        />
        {children}
      </div>
      {isSaved ? (
        <Notice meaning="done" live>
          {text.saved}
        </Notice>
      ) : null}
      <ReportBody title={title} isShown={isShown} query={query} handle={report} />
    </>
  );
}

interface ReportBodyProps extends Pick<ReportPageProps, 'title' | 'isShown' | 'query'> {
  handle: Ref<ReportHandle>;
}

/** The report, or the reason why there is none. */
function ReportBody({ title, isShown, query: { data, error, isFetching }, handle }: ReportBodyProps) {
  if (!isShown)
    return <EmptyState icon={<IconReport size={28} />} title={text.empty} text={text.emptyText} />;
  const message = userMessage(error);
  if (message !== null && !isFetching)
    return <EmptyState icon={<IconReport size={28} />} title={text.failed} text={message} />;
  return (
    <>
      <p role="status" className={data === undefined ? styles.waiting : 'visually-hidden'}>
        {isFetching ? text.making : text.made}
      </p>
      {data === undefined ? null : <ReportFrame title={title} html={data} handle={handle} />}
    </>
  );
}

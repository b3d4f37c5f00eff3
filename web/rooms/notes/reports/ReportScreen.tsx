import { Button } from '@mantine/core';
import { IconPrinter, IconReport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { IsoDate } from '#domain/dates.ts';
import { mandatoryMessage } from '#domain/messages.ts';
import { NOTE_TEXTS } from '#domain/notes/notes.ts';
import { REPORT_TEXTS, seesNotesOfOthers } from '#domain/notes/reports.ts';
import { messageOf, sayable } from '#web/app/problems.ts';
import { useRights } from '#web/app/rights.ts';
import { RightsAwaited } from '#web/app/RightsAwaited.tsx';
import { useSession } from '#web/app/session.ts';
import { reportsText as text } from '#web/texts/reports.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { isComplete, readAsked, writeAsked, type Asked, type DayName } from './asked.ts';
import { FIELD, FORM, ReportForm } from './ReportForm.tsx';
import { ReportFrame, type ReportHandle } from './ReportFrame.tsx';
import styles from './Reports.module.css';

interface ReportScreenProps {
  title: string;
  detail: string;
  /** The days that are asked for, in order, with those proposed. */
  days: Readonly<Partial<Record<DayName, IsoDate>>>;
  view: (asked: Asked, signal: AbortSignal) => Promise<string>;
  save: (asked: Asked) => Promise<void>;
}

/** A report: what it is about, and the page that the server makes of it. */
export function ReportScreen({ title, detail, days, view, save }: ReportScreenProps) {
  const { data: held, error, refetch } = useRights();
  const session = useSession();
  if (session === null) return null;
  if (held === undefined) return <RightsAwaited error={error} onRetry={() => void refetch()} />;
  const seesOthers = seesNotesOfOthers((key) => held[key] === 1, session.empcode);
  return <Report {...{ title, detail, days, view, save, seesOthers }} own={session.empcode} />;
}

interface ReportProps extends ReportScreenProps {
  seesOthers: boolean;
  own: string;
}

function Report({ title, detail, days, view, save, seesOthers, own }: ReportProps) {
  const { params, change } = useAddress();
  const written = params.toString();
  const given = readAsked(params, days);
  const start = { ...given, ...(given.empcode === '' && given.branch === '' ? { empcode: own } : {}) };
  const [asked, setAsked] = useState<Asked>(start);
  const [isBranch, setBranch] = useState(given.branch !== '');
  const [seen, setSeen] = useState(written);
  // The address changed: Back was pressed, or a figure of a report was opened.
  if (written !== seen) {
    setSeen(written);
    setAsked(start);
    setBranch(given.branch !== '');
  }
  const [message, showMessage] = useMessage();
  const [isSaved, setSaved] = useState(false);
  const report = useRef<ReportHandle>(null);
  const isShown = isComplete(given) && given.mode === 'View';
  const query = useQuery({
    queryKey: ['notes', 'report', title, given],
    enabled: isShown,
    // Every look at a report stands in the trail: it is made when it is asked for, not when a window comes to the front.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
    queryFn: ({ signal }) => view(given, signal),
  });

  async function generate(): Promise<void> {
    setSaved(false);
    if (isBranch ? asked.branch === '' : asked.empcode === '')
      return isBranch
        ? showMessage(text.noBranch, `#${FIELD.branch}`)
        : showMessage(NOTE_TEXTS.noExecutive, `#${FIELD.executive}`);
    const missing = (Object.keys(days) as DayName[]).filter((name) => !asked.days[name]);
    if (missing.length > 0) return showMessage(mandatoryMessage(missing.map((name) => text[name])));
    const { fromdate, todate } = asked.days;
    if (fromdate && todate && todate < fromdate) return showMessage(REPORT_TEXTS.backwards);
    if (asked.mode === 'View' && JSON.stringify(asked) === JSON.stringify(given)) {
      await query.refetch();
      return;
    }
    // A file is fetched beside the report on view, which stays.
    if (asked.mode === 'Download') await download();
    else change(writeAsked(asked), { replace: false });
  }

  async function download(): Promise<void> {
    try {
      await save(asked);
      setSaved(true);
    } catch (error) {
      const said = sayable(error);
      if (said !== null) showMessage(said);
    }
  }

  const { working, run } = useSingleRun(generate);
  return (
    <>
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
          <Button type="submit" form={FORM} loading={working || query.isFetching}>
            {text.generate}
          </Button>
        }
      />
      <ReportForm
        asked={asked}
        isBranch={isBranch}
        days={Object.keys(days) as DayName[]}
        seesOthers={seesOthers}
        onAbout={(whole) => {
          setBranch(whole);
          setAsked({ ...asked, empcode: '', branch: '' });
        }}
        onChange={(some) => setAsked({ ...asked, ...some })}
        onGenerate={run}
      />
      {isSaved ? (
        <Notice meaning="done" live>
          {text.saved}
        </Notice>
      ) : null}
      <Made title={title} isShown={isShown} query={query} handle={report} />
      {message}
    </>
  );
}

interface MadeProps {
  title: string;
  isShown: boolean;
  query: Pick<ReturnType<typeof useQuery<string>>, 'data' | 'error' | 'isFetching'>;
  handle: React.Ref<ReportHandle>;
}

/** The report, or why there is none. */
function Made({ title, isShown, query: { data, error, isFetching }, handle }: MadeProps) {
  if (!isShown)
    return <EmptyState icon={<IconReport size={28} />} title={text.empty} text={text.emptyText} />;
  if (error !== null && !isFetching)
    return <EmptyState icon={<IconReport size={28} />} title={text.failed} text={messageOf(error)} />;
  return (
    <>
      <p role="status" className={data === undefined ? styles.waiting : 'visually-hidden'}>
        {isFetching ? text.making : text.made}
      </p>
      {data === undefined ? null : <ReportFrame title={title} html={data} handle={handle} />}
    </>
  );
}

import { useState } from 'react';
import type { IsoDate } from '#domain/dates.ts';
import { mandatoryMessage } from '#domain/messages.ts';
import { NOTE_TEXTS } from '#domain/notes/notes.ts';
import { REPORT_TEXTS, seesNotesOfOthers } from '#domain/notes/reports.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { useRights } from '#web/wire/rights.ts';
import { RightsAwaited } from '#web/patterns/RightsAwaited.tsx';
import { useSession } from '#web/wire/session.ts';
import { reportsText as text } from '#web/texts/reports.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { isComplete, readQuery, writeQuery, type ReportQuery, type DayName } from './query.ts';
import { FIELD, FORM, ReportForm } from './ReportForm.tsx';
import { ReportPage } from '#web/patterns/report/ReportPage.tsx';
import { useReport } from '#web/patterns/report/useReport.ts';

interface ReportScreenProps {
  title: string;
  detail: string;
  /** The days of the report's query, in order, with their default values. */
  days: Readonly<Partial<Record<DayName, IsoDate>>>;
  /** Whether the report of the user's own notes, or of the own branch, is shown on opening. */
  showsItself?: boolean;
  view: (asked: ReportQuery, signal: AbortSignal) => Promise<string>;
  save: (asked: ReportQuery) => Promise<void>;
}

/** A report: its parameters, and the page that the server renders. */
export function ReportScreen(props: ReportScreenProps) {
  const { data: held, error, refetch } = useRights();
  const session = useSession();
  if (session === null) return null;
  if (held === undefined) return <RightsAwaited error={error} onRetry={() => void refetch()} />;
  const seesOthers = seesNotesOfOthers((key) => held[key] === 1, session.empcode);
  const ownBranch = session.entitytype === 'B' && seesOthers ? session.entityid : '';
  return <Report {...props} seesOthers={seesOthers} own={session.empcode} ownBranch={ownBranch} />;
}

interface ReportProps extends ReportScreenProps {
  seesOthers: boolean;
  own: string;
  /** The branch whose notes the user sees; empty if there is no such branch. */
  ownBranch: string;
}

function Report(props: ReportProps) {
  const { title, detail, days, view, save, seesOthers, own, ownBranch, showsItself = false } = props;
  const { params, change } = useAddress();
  const written = params.toString();
  const inAddress = readQuery(params, days);
  const isOpening = inAddress.empcode === '' && inAddress.branch === '';
  const proposed = own === '' && showsItself ? { branch: ownBranch } : { empcode: own };
  const start = { ...inAddress, ...(isOpening ? proposed : {}) };
  const given = showsItself ? start : inAddress;
  const [asked, setAsked] = useState<ReportQuery>(start);
  const [isBranch, setBranch] = useState(start.branch !== '');
  const [seen, setSeen] = useState(written);
  // The address has changed: by Back, or by a figure of a report.
  if (written !== seen) {
    setSeen(written);
    setAsked(start);
    setBranch(start.branch !== '');
  }
  const [message, showProblem, showMessage] = useProblem();
  const [isSaved, setSaved] = useState(false);
  const isShown = isComplete(given) && given.mode === 'View';
  const query = useReport(['notes', title], isShown ? given : null, view);

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
    // A download leaves the report on the screen.
    if (asked.mode === 'Download') await download();
    else change(writeQuery(asked), { replace: false });
  }

  async function download(): Promise<void> {
    try {
      await save(asked);
      setSaved(true);
    } catch (error) {
      showProblem(error);
    }
  }

  const { working, run } = useSingleRun(generate);
  return (
    <ReportPage
      title={title}
      detail={detail}
      form={FORM}
      query={query}
      isShown={isShown}
      isWorking={working}
      isSaved={isSaved}
    >
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
      {message}
    </ReportPage>
  );
}

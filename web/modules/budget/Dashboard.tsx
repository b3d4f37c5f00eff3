import { budgetReport, type ReportRow } from '#contract/budget/dashboard.ts';
import { download } from '#web/wire/download.ts';
import { QueryFailed } from '#web/patterns/problem/QueryState.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { budgetText, dashboardText as text } from '#web/texts/budget.ts';
import { uiText } from '#web/texts/ui.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { today } from '#web/ui/today.ts';
import type { BudgetSearch } from './budgetSearch.ts';
import styles from './Dashboard.module.css';
import { DashboardSearch } from './DashboardSearch.tsx';
import { Earnings } from './Earnings.tsx';
import { monthFigures, type MonthFigures } from './figures.ts';
import { MonthChart, MonthTable, YearFigures } from './Months.tsx';
import { Path } from './Path.tsx';
import { ReportTable } from './ReportTable.tsx';
import {
  useDashboardAddress,
  useDashboardRefresh,
  useReport,
  type LinkTo,
  type Report,
} from './useDashboard.ts';

/** Budget and actual: the year, its months, and the branches and executives behind them, down to the requests. */
export function Dashboard() {
  const { search, month, isShown, setSearch, setMonth, linkTo } = useDashboardAddress();
  const report = useReport(search);
  const refresh = useDashboardRefresh();
  const [message, showProblem] = useProblem();

  async function save(asked: BudgetSearch): Promise<void> {
    try {
      await download(budgetReport, { asked: { ...asked, mode: 'Download' } });
    } catch (error) {
      showProblem(error);
    }
  }

  return (
    <>
      <PageHeader title={text.title} detail={text.detail} />
      <DashboardSearch
        search={search}
        onView={(next) => {
          if (isShown(next)) refresh();
          else setSearch(next);
        }}
        onDownload={save}
      />
      <DashboardBody report={report} month={month} linkTo={linkTo} onSearch={setSearch} onMonth={setMonth} />
      {message}
    </>
  );
}

type Address = ReturnType<typeof useDashboardAddress>;

interface DashboardBodyProps {
  report: Report;
  month: Address['month'];
  linkTo: LinkTo;
  onSearch: Address['setSearch'];
  onMonth: Address['setMonth'];
}

function DashboardBody({ report, month, linkTo, onSearch, onMonth }: DashboardBodyProps) {
  const { query, rows, total, table, answers: search } = report;
  if (rows === undefined || total === undefined)
    return (
      <QueryFailed
        title={uiText.table.errorTitle}
        error={query.error}
        onRetry={query.refetch}
        waiting={<div aria-busy className={styles.waiting} />}
      />
    );
  const who = nameOf(search, rows[0]);
  if (rows.length === 0)
    return (
      <>
        <Path search={search} who={who} only={null} linkTo={linkTo} />
        <EmptyState title={budgetText.noRecord} />
      </>
    );
  // An executive who worked in two branches has a row for each.
  const only = search.which === 'ONE' && rows.length === 1 ? (rows[0] ?? null) : null;
  const months = monthFigures(total, search.year, today());
  return (
    <div aria-busy={query.isPlaceholderData}>
      <Path search={search} who={who} only={only} linkTo={linkTo} />
      <YearFigures months={months} yearBudget={total.budgetTotal} />
      {total.noRate === 0 ? null : <Notice meaning="info">{text.noRate(total.noRate)}</Notice>}
      <UploadedNotice months={months} />
      <MonthChart months={months} who={who} />
      <div className={styles.parts} data-one={only !== null}>
        <MonthTable months={months} chosen={month} onChoose={only === null ? null : onMonth} />
        {only !== null && month !== null && !query.isPlaceholderData ? (
          <Earnings
            key={month}
            who={who}
            isUploaded={months.some((each) => each.month === month && each.isUploaded)}
            behind={{
              year: search.year,
              month,
              branch: only.branch,
              executive: search.type === 'EXECUTIVE' ? only.code : '',
            }}
            onClose={() => onMonth(null)}
          />
        ) : only === null ? (
          <ReportTable
            title={search.type === 'BRANCH' || search.which === 'ONE' ? text.branches : text.executives}
            rows={rows}
            search={search}
            table={table}
            linkTo={linkTo}
            onSearch={onSearch}
          />
        ) : search.type === 'BRANCH' ? (
          <Executives search={search} branch={only.name} linkTo={linkTo} onSearch={onSearch} />
        ) : null}
      </div>
    </div>
  );
}

/** Says which months have uploaded profit instead of the margin. */
function UploadedNotice({ months }: { months: readonly MonthFigures[] }) {
  const uploaded = months.filter(({ isUploaded }) => isUploaded).map(({ name }) => name);
  return uploaded.length === 0 ? null : <Notice meaning="info">{text.uploadedIn(uploaded)}</Notice>;
}

/** The name of the branch or executive whose figures are shown. */
function nameOf({ type, which, branch, executive }: BudgetSearch, first: ReportRow | undefined): string {
  if (which === 'ALL') return type === 'BRANCH' ? text.allBranches : text.allExecutives;
  return first?.name ?? (type === 'BRANCH' ? branch : executive);
}

interface ExecutivesProps {
  search: BudgetSearch;
  branch: string;
  linkTo: LinkTo;
  onSearch: (search: BudgetSearch) => void;
}

/** The executives of the shown branch. */
function Executives({ search, branch, linkTo, onSearch }: ExecutivesProps) {
  const within: BudgetSearch = { ...search, type: 'EXECUTIVE', which: 'ALL', executive: '' };
  const { rows, query, table } = useReport(within);
  return (
    <ReportTable
      title={text.executivesOf(branch)}
      // The executives of another branch must not be shown under this branch's name.
      rows={query.isPlaceholderData ? undefined : rows}
      search={within}
      table={table}
      linkTo={linkTo}
      onSearch={onSearch}
    />
  );
}

import { Link } from 'react-router';
import type { ReportRow } from '#contract/budget/dashboard.ts';
import type { BudgetSearch } from './budgetSearch.ts';
import { dashboardText as text } from '#web/texts/budget.ts';
import styles from './Dashboard.module.css';
import type { LinkTo } from './useDashboard.ts';

interface PathProps {
  search: BudgetSearch;
  who: string;
  /** The only row, if there is exactly one. */
  only: ReportRow | null;
  linkTo: LinkTo;
}

/** All branches, the branch, its executive: the links to the levels above. */
export function Path({ search, who, only, linkTo }: PathProps) {
  const { year, type, which } = search;
  if (which === 'ALL' && type === 'BRANCH') return null;
  const all: BudgetSearch = { year, type: 'BRANCH', which: 'ALL', branch: '', executive: '' };
  return (
    <nav aria-label={text.path} className={`${styles.path} no-print`}>
      <ol>
        <li>
          <Link to={linkTo(all)}>{text.allBranches}</Link>
        </li>
        {type === 'EXECUTIVE' && only !== null ? (
          <li>
            <Link to={linkTo({ ...all, which: 'ONE', branch: only.branch })}>{only.branchName}</Link>
          </li>
        ) : null}
        <li aria-current="page">{who}</li>
      </ol>
    </nav>
  );
}

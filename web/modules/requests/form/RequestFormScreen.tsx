import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { employee } from '#contract/masters/employee.ts';
import { call } from '#web/wire/call.ts';
import { OpenFailed } from '#web/patterns/OpenFailed.tsx';
import { useSession } from '#web/wire/session.ts';
import { documentText } from '#web/texts/documents.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { EmployeePicker } from '#web/pickers/EmployeePicker.tsx';
import { rememberEntry } from '#web/pickers/useEntries.ts';
import { requestFormText as words } from '#web/texts/requests.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import type { CameFrom, ReturnNote } from '../desk/useDeskAddress.ts';
import { detailQuery } from '../detailQuery.ts';
import { PaymentLinkProgress } from '../link/PaymentLinkProgress.tsx';
import styles from './Form.module.css';
import { blankRequest, openedOf, withOnlyBranch } from './request.ts';
import { RequestFormBody } from './RequestForm.tsx';
import { sellerPage } from './seller.ts';
import { useOnlyBranch } from './useOnlyBranch.ts';
import type { SubmittedRequest } from './useSending.ts';

const LIST = '/requestdetail';

const srnoOf = (written: string | null) =>
  written !== null && /^[1-9]\d{0,8}$/.test(written) ? Number(written) : 0;

/** The transaction request: a new one, or the one whose number is in the address. */
export function RequestFormScreen() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const srno = srnoOf(params.get('srno'));
  const list = (location.state as CameFrom | null)?.list ?? '';
  const [round, setRound] = useState(0);
  const [made, setMade] = useState<SubmittedRequest | null>(null);
  // A form that was opened as new stays mounted when its draft gets a number and the address changes.
  const [numbered, setNumbered] = useState<{ form: string; srno: number } | null>(null);
  const isOwn = srno !== 0 && numbered?.srno === srno;
  const form = isOwn ? numbered.form : srno === 0 ? `new ${location.key} ${round}` : `request ${srno}`;
  // Once the address changes to another page, that form is gone: a return to the number opens the stored request. Until
  // the address contains the number, the form is still the new one.
  if (numbered !== null && numbered.srno !== srno && numbered.form !== form) setNumbered(null);

  const onFinal = useCallback(
    (saved: SubmittedRequest, wasNew: boolean) => {
      if (!wasNew) {
        const text = [words.resubmitted(saved.srno, saved.warnings), saved.link?.words ?? '']
          .join(' ')
          .trim();
        const left: ReturnNote = { left: saved.srno, news: { meaning: 'done', text } };
        void navigate({ pathname: LIST, search: list }, { state: left });
        return;
      }
      setMade(saved);
      setRound((before) => before + 1);
    },
    [navigate, list],
  );
  const onKept = useCallback(() => {
    setMade(null);
    if (srno === 0) setRound((before) => before + 1);
    else void navigate({ pathname: LIST, search: list });
  }, [navigate, list, srno]);
  const shared = {
    onFinal,
    onKept,
    onBack: () => {
      const left: ReturnNote | null = srno === 0 ? null : { left: srno, news: null };
      void navigate({ pathname: LIST, search: list }, { state: left });
    },
    onReset: () => {
      setMade(null);
      setRound(round + 1);
    },
    onNumbered: (given: number) => {
      setMade(null);
      setNumbered({ form, srno: given });
      setParams({ srno: String(given) }, { replace: true });
    },
  };
  return (
    <div className={styles.page}>
      <PageHeader title={srno === 0 ? words.title : words.edit(srno)} />
      <div role="status" className={styles.made}>
        {made === null || srno !== 0 ? null : <SavedNotice saved={made} />}
      </div>
      {srno === 0 || isOwn ? (
        <NewRequest key={form} {...shared} />
      ) : (
        <StoredRequest key={form} srno={srno} {...shared} />
      )}
    </div>
  );
}

function SavedNotice({ saved }: { saved: SubmittedRequest }) {
  return (
    <Notice meaning="done">
      {words.finalSaved} <Link to={`${LIST}?srno=${saved.srno}`}>{saved.srno}</Link>.
      {saved.link === null ? null : ` ${saved.link.words}`}
      {saved.documents === 0 ? null : ` ${documentText.uploadedMany(saved.documents)}`}
      {saved.warnings.length === 0 ? null : (
        <>
          {' '}
          {words.warned}
          <ul className={styles.warned}>
            {saved.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </>
      )}
      {saved.link?.isSent === true ? <PaymentLinkProgress srno={saved.srno} /> : null}
    </Notice>
  );
}

interface Shared {
  onNumbered: (srno: number) => void;
  onFinal: (saved: SubmittedRequest, wasNew: boolean) => void;
  onKept: () => void;
  onReset: () => void;
  onBack: () => void;
}

/** A new form is filled with the user's only branch, and with the user as seller if they sell. */
function NewRequest(shared: Shared) {
  const session = useSession();
  const client = useQueryClient();
  const { only, option: branch, isPending } = useOnlyBranch();
  const seller = useQuery({
    queryKey: ['employee', 'sells', only, session?.empcode],
    enabled: only !== '' && session !== null && session.empcode !== '',
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const page = sellerPage(only, session?.empcode ?? '');
      const { reply } = await call(employee.options, { page }, { signal });
      const own = reply.find(({ value }) => value === session?.empcode);
      if (branch !== null) rememberEntry(client, BranchPicker.source, branch);
      if (own !== undefined) rememberEntry(client, EmployeePicker.source, own);
      return own !== undefined;
    },
  });
  if (isPending || seller.isLoading) return null;
  const blank = blankRequest({
    branch: only,
    salesExecutive: seller.data === true ? (session?.empcode ?? '') : '',
  });
  return <RequestFormBody {...shared} opened={null} blank={blank} />;
}

function StoredRequest({ srno, ...shared }: Shared & { srno: number }) {
  const [mountedAt] = useState(() => Date.now());
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    ...detailQuery(srno),
    select: openedOf,
    refetchOnMount: 'always',
  });
  const { only, isPending } = useOnlyBranch();
  // The user edits what is stored now, so that a request that was fetched before the form opened is not shown.
  if (data !== undefined && dataUpdatedAt >= mountedAt && !isPending) {
    const opened = withOnlyBranch(data, only);
    return <RequestFormBody {...shared} opened={opened} blank={opened.draft} />;
  }
  if (error === null) return <div aria-busy className={styles.busy} />;
  return (
    <OpenFailed
      title={words.openFailed}
      error={error}
      onRetry={() => void refetch()}
      back={words.back}
      onBack={shared.onBack}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { employee } from '#contract/masters/employee.ts';
import { call } from '#web/app/call.ts';
import { OpenFailed } from '#web/app/OpenFailed.tsx';
import { useSession } from '#web/app/session.ts';
import { requestFormText as words } from '#web/texts/requests.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import type { CameFrom, Left } from '../desk/useDeskAddress.ts';
import styles from './Form.module.css';
import { blankRequest, fetchRequest, withOnlyBranch } from './request.ts';
import { RequestFormBody } from './RequestForm.tsx';
import { useOnlyBranch } from './useOnlyBranch.ts';
import type { Saved } from './useSending.ts';

const LIST = '/requestdetail';

const srnoOf = (written: string | null) =>
  written !== null && /^[1-9]\d{0,8}$/.test(written) ? Number(written) : 0;

/** The transaction request: new, or the one whose number the address names. */
export function RequestFormScreen() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const srno = srnoOf(params.get('srno'));
  const list = (location.state as CameFrom | null)?.list ?? '';
  const [round, setRound] = useState(0);
  const [made, setMade] = useState<Saved | null>(null);
  // A form that was begun as new stays as it is when its draft gets a number and the address says so.
  const [numbered, setNumbered] = useState<{ form: string; srno: number } | null>(null);
  const isOwn = srno !== 0 && numbered?.srno === srno;
  const form = isOwn ? numbered.form : srno === 0 ? `new ${location.key} ${round}` : `request ${srno}`;
  // Once the address has led elsewhere that form is gone: whoever comes back to the number opens what is stored. Until
  // the address says the number, the form is still the new one.
  if (numbered !== null && numbered.srno !== srno && numbered.form !== form) setNumbered(null);

  const onFinal = useCallback(
    (saved: Saved, wasNew: boolean) => {
      if (!wasNew) {
        const text = words.resubmitted(saved.srno, saved.warnings);
        const left: Left = { left: saved.srno, news: { meaning: 'done', text } };
        void navigate({ pathname: LIST, search: list }, { state: left });
        return;
      }
      setMade(saved);
      setRound((before) => before + 1);
    },
    [navigate, list],
  );
  const shared = {
    onFinal,
    onBack: () => {
      const left: Left | null = srno === 0 ? null : { left: srno, news: null };
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
        {made === null || srno !== 0 ? null : <Made saved={made} />}
      </div>
      {srno === 0 || isOwn ? (
        <NewRequest key={form} {...shared} />
      ) : (
        <StoredRequest key={form} srno={srno} {...shared} />
      )}
    </div>
  );
}

function Made({ saved }: { saved: Saved }) {
  return (
    <Notice meaning="done">
      {words.finalSaved} <Link to={`${LIST}?srno=${saved.srno}`}>{saved.srno}</Link>.
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
    </Notice>
  );
}

interface Shared {
  onNumbered: (srno: number) => void;
  onFinal: (saved: Saved, wasNew: boolean) => void;
  onReset: () => void;
  onBack: () => void;
}

/** A new form knows the only branch there is, and who sells when that is who fills it in. */
function NewRequest(shared: Shared) {
  const session = useSession();
  const { only, isPending } = useOnlyBranch();
  const seller = useQuery({
    queryKey: ['employee', 'sells', only, session?.empcode],
    enabled: only !== '' && session !== null && session.empcode !== '',
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const page = { branch: only, role: 'sales', q: session?.empcode };
      const { reply } = await call(employee.options, { page }, { signal });
      return reply.some(({ value }) => value === session?.empcode);
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
  const { data, error, refetch } = useQuery({
    queryKey: ['requests', 'form', srno],
    queryFn: ({ signal }) => fetchRequest(srno, signal),
    // What is edited is what is stored now, not what was seen an hour ago.
    gcTime: 0,
    staleTime: Infinity,
  });
  const { only, isPending } = useOnlyBranch();
  if (data !== undefined && !isPending) {
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

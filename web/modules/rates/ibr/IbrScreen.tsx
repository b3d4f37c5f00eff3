import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { resendEmail, watchMails } from '#contract/rates/ibr.ts';
import type { IbrFlag } from '#domain/rates/ibr.ts';
import { NO_FLAGS, type RightFlags } from '#domain/rights.ts';
import { call, newIdempotencyKey } from '#web/wire/call.ts';
import { QueryFailed } from '#web/patterns/problem/QueryState.tsx';
import { useScreenRights } from '#web/wire/rights.ts';
import { useSession } from '#web/wire/session.ts';
import { useListening } from '#web/wire/useListening.ts';
import { ibrText } from '#web/texts/ibr.ts';
import { lazyPart } from '#web/ui/lazyPart.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { EntryActions } from './EntryActions.tsx';
import { EntryPanel } from './EntryPanel.tsx';
import { timeOf, useIbrState, useOpened, useRefresh, type IbrState, type Opened } from './ibr.ts';
import { MAIL_PANEL_ID, type Progress } from './MailPanel.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { focusRate } from './RateGrid.tsx';
import { TheirsDialog } from './TheirsDialog.tsx';
import { useEntry, type Theirs } from './useEntry.ts';

const LogPanel = lazyPart(() => import('./LogPanel.tsx'), 'LogPanel');
const HistoryPanel = lazyPart(() => import('./HistoryPanel.tsx'), 'HistoryPanel');

const TABS = (['new', 'log', 'history'] as const).map((id) => ({ id, label: ibrText.tab[id] }));
type Tab = (typeof TABS)[number]['id'];

/** The inter-bank rates: entry and publication, the log, and a currency over time. */
export function IbrScreen() {
  const { data: flags = NO_FLAGS } = useScreenRights('IBR');
  const opened = useOpened();
  const state = useIbrState();
  // The whole business has one rate: users of a branch may only view, whatever rights their group has.
  const isHeadOffice = useSession()?.entitytype === 'A';
  const may = { ...flags, add: flags.add && isHeadOffice, edit: flags.edit && flags.add && isHeadOffice };
  if (opened.data && state.data) return <Ibr opened={opened.data} state={state.data} may={may} />;
  const error = opened.error ?? state.error;
  return (
    <>
      <PageHeader title={ibrText.title} />
      <QueryFailed
        title={ibrText.failed}
        error={error}
        onRetry={() => {
          void opened.refetch();
          void state.refetch();
        }}
      />
    </>
  );
}

/** The tab is in the address; a change of tab removes the parameters of the other tab. */
function useTab(): [Tab, (tab: Tab) => void] {
  const [params, setParams] = useSearchParams();
  const written = params.get('tab');
  return [
    TABS.find(({ id }) => id === written)?.id ?? 'new',
    (tab) => setParams(tab === 'new' ? {} : { tab }, { replace: true }),
  ];
}

/** The progress of the mails; the same stream reports a list that another user publishes. */
function useMailProgress(latest: number): Progress | undefined {
  const [progress, setProgress] = useState<Progress>();
  const refresh = useRefresh();
  useListening(
    watchMails,
    {},
    {
      onEvent: (event) => {
        setProgress(event);
        if (event.mih_srno !== latest) void refresh();
      },
      onReturn: () => void refresh(),
    },
  );
  return progress;
}

interface IbrProps {
  opened: Opened;
  state: IbrState;
  may: RightFlags;
}

function Ibr({ opened, state, may }: IbrProps) {
  const [tab, setTab] = useTab();
  const [asked, setAsked] = useState<'F' | 'O' | null>(null);
  const [saving, setSaving] = useState<IbrFlag | null>(null);
  const primary = useRef<HTMLButtonElement>(null);
  const progress = useMailProgress(state.latest?.srno ?? 0);
  const entry = useEntry({
    opened,
    day: state.date,
    isReadOnly: !may.add,
    onPublished: () => document.getElementById(MAIL_PANEL_ID)?.focus(),
  });

  // Focuses the first field on a desktop; on a phone the keyboard would cover the rates.
  const beginTyping = useEffectEvent(() => {
    const first = entry.rows.find(({ isd }) => entry.rates[isd] === '') ?? entry.rows[0];
    if (tab === 'new' && first !== undefined && matchMedia('(pointer: fine)').matches) focusRate(first.isd);
  });
  useEffect(() => beginTyping(), []);

  async function publish(flag: 'F' | 'O'): Promise<void> {
    setSaving(flag);
    await entry.save(flag);
    setSaving(null);
  }

  async function resend(which: 'all' | 'failed'): Promise<void> {
    try {
      await call(resendEmail, { which: { which } }, { idempotencyKey: newIdempotencyKey() });
    } catch (error) {
      entry.showProblem(error);
    }
  }

  /** A user who has seen a draft may replace it; only users with the edit right may overwrite published rates. */
  function ofMine(theirs: Theirs) {
    const accept = () => entry.theirs.accept(theirs);
    if (state.final === null) return { label: ibrText.stale.keep, run: accept };
    if (!may.edit) return undefined;
    return {
      label: ibrText.stale.overwrite,
      run: () => {
        accept();
        if (entry.check()) setAsked('O');
      },
    };
  }

  const theirs = entry.theirs.list;
  return (
    <>
      <PageHeader
        title={ibrText.title}
        badge={<Today state={state} />}
        primary={
          tab === 'new' && may.add ? (
            <EntryActions
              entry={entry}
              state={state}
              may={may}
              saving={saving}
              onPublish={setAsked}
              onResend={() => resend('all')}
              primary={primary}
            />
          ) : null
        }
      />
      <Tabs label={ibrText.tabs} tabs={TABS} open={tab} onOpen={setTab}>
        <Suspense fallback={null}>
          {tab === 'new' ? (
            <EntryPanel
              entry={entry}
              state={state}
              progress={progress}
              onEnd={() => primary.current?.focus()}
              onResendFailed={may.add ? () => resend('failed') : undefined}
            />
          ) : tab === 'log' ? (
            <LogPanel />
          ) : (
            <HistoryPanel rows={opened.rows} />
          )}
        </Suspense>
      </Tabs>
      {asked === null ? null : (
        <PublishDialog
          flag={asked}
          entry={entry}
          onConfirm={() => void publish(asked)}
          onClose={() => setAsked(null)}
        />
      )}
      {theirs === null ? null : <TheirsDialog list={theirs} entry={entry} mine={ofMine(theirs)} />}
      {entry.modal}
      {entry.leaveGuard}
    </>
  );
}

/** The published list, and the author of a draft that was saved later. */
function Today({ state: { final, draft } }: { state: IbrState }) {
  return (
    <>
      {final === null ? (
        <StatusBadge meaning="waiting">{ibrText.notPublished}</StatusBadge>
      ) : (
        <StatusBadge meaning="done">{ibrText.published(timeOf(final), final.userName)}</StatusBadge>
      )}
      {draft === null || (final !== null && draft.srno < final.srno) ? null : (
        <StatusBadge meaning="info">{ibrText.draftBy(timeOf(draft), draft.userName)}</StatusBadge>
      )}
    </>
  );
}

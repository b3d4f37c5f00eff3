import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { renewalLink, revokeRenewalLink, sendRenewalLink } from '#contract/licences/links.ts';
import type { ReplyOf } from '#contract/define.ts';
import { formatDateTime } from '#domain/dates.ts';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { licencesText } from '#web/texts/licences.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Panel, PanelTitle } from '#web/ui/Panel.tsx';
import { call, makeSubmission } from '#web/wire/call.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import styles from './RenewalLink.module.css';
import { RequiredList } from './RequiredList.tsx';

const text = licencesText.link;
type LinkState = ReplyOf<typeof renewalLink>;

/** The renewal link of an entity and the documents that are required of it, for those who decide about them. */
export function RenewalLink({ id }: { id: string }) {
  const { data: may } = useScreenRights('FRANCHISEDOC');
  return may?.add === true ? <LinkPanel id={id} /> : null;
}

/** A mail that is on its way is looked for again. */
const LOOK_AGAIN_MS = 3_000;

function LinkPanel({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['licences', 'link', id],
    queryFn: async ({ signal }) => (await call(renewalLink, { entity: { entity: id } }, { signal })).reply,
    refetchInterval: ({ state: { data } }) =>
      data?.isLive === true && data.mailedAt === '' ? LOOK_AGAIN_MS : false,
  });
  const [asking, setAsking] = useState<'send' | 'revoke' | null>(null);
  const [done, setDone] = useState('');
  const [modal, showProblem] = useProblem();
  const [submission] = useState(makeSubmission);

  async function change(
    what: typeof sendRenewalLink | typeof revokeRenewalLink,
    said: string,
  ): Promise<void> {
    try {
      const content = [what.action, id, query.data?.madeAt];
      await call(what, { entity: { entity: id } }, { idempotencyKey: submission.keyFor(content) });
      submission.done();
      setDone(said);
    } catch (problem) {
      showProblem(problem);
    }
    await query.refetch();
  }
  const send = () => change(sendRenewalLink, text.sent);

  return (
    <Panel label={text.title}>
      <div>
        <PanelTitle>{text.title}</PanelTitle>
        <p className={styles.quiet}>{text.detail}</p>
        <div role="status">{done === '' ? null : <Notice meaning="done">{done}</Notice>}</div>
      </div>
      <QueryState query={query} failed={text.failed}>
        {(link) => (
          <>
            <p className={styles.state}>{stateOf(link)}</p>
            <div className={styles.actions}>
              <ActionButton
                variant="default"
                disabledBecause={link.email === '' ? text.noEmail : undefined}
                onPress={() => (link.isLive ? setAsking('send') : send())}
              >
                {link.isLive ? text.sendAnew : text.send}
              </ActionButton>
              {link.isLive ? (
                <Button variant="subtle" color="refused" onClick={() => setAsking('revoke')}>
                  {text.revoke}
                </Button>
              ) : null}
              <Link to={`/franchise-licensedoc?entity=${id}`}>{text.open}</Link>
            </div>
          </>
        )}
      </QueryState>
      <RequiredList id={id} onSaved={setDone} onFailure={showProblem} />
      <ConfirmModal
        opened={asking === 'send'}
        title={text.sendTitle}
        confirm={text.sendAnew}
        danger
        onConfirm={send}
        onClose={() => setAsking(null)}
      >
        {text.sendText}
      </ConfirmModal>
      <ConfirmModal
        opened={asking === 'revoke'}
        title={text.revokeTitle}
        confirm={text.revoke}
        danger
        onConfirm={() => change(revokeRenewalLink, text.revoked)}
        onClose={() => setAsking(null)}
      >
        {text.revokeText}
      </ConfirmModal>
      {modal}
    </Panel>
  );
}

function stateOf({ isLive, madeAt, madeBy, mailedAt, expiresAt, email }: LinkState): string {
  const to = email === '' ? '' : text.to(email);
  if (!isLive) return [text.none, to].join(' ').trim();
  if (mailedAt === '') return [text.onItsWay(madeBy), to].join(' ').trim();
  const written = (iso: string) => formatDateTime(Date.parse(iso));
  return text.live(written(madeAt), madeBy, written(expiresAt));
}

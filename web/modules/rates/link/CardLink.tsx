import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { cardLink, renewCardLink, revokeCardLink } from '#contract/rates/cards.ts';
import { formatDateTime } from '#domain/dates.ts';
import { call } from '#web/wire/call.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import { cardsText } from '#web/texts/cards.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { lazyPart } from '#web/ui/lazyPart.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Panel, PanelTitle } from '#web/ui/Panel.tsx';
import styles from './CardLink.module.css';

const QrCode = lazyPart(() => import('#web/ui/QrCode.tsx'), 'QrCode');
const text = cardsText.link;

interface CardLinkProps {
  /** The id of the entity. */
  id: string;
  mayEdit: boolean;
}

/** The public card of an entity: its address to share, with actions to renew or withdraw it. */
export function CardLink({ id, mayEdit }: CardLinkProps) {
  const query = useQuery({
    queryKey: ['rates', 'link', id],
    queryFn: async ({ signal }) => (await call(cardLink, { id }, { signal })).reply,
  });
  const [asking, setAsking] = useState<'renew' | 'revoke' | null>(null);
  const [done, setDone] = useState('');
  const [modal, showProblem] = useProblem();

  async function change(what: typeof renewCardLink | typeof revokeCardLink, said: string): Promise<void> {
    try {
      await call(what, { entity: { id } });
      setDone(said);
    } catch (problem) {
      showProblem(problem);
    }
    await query.refetch();
  }

  return (
    <Panel label={text.title}>
      <div>
        <PanelTitle>{text.title}</PanelTitle>
        <p className={styles.quiet}>{text.detail}</p>
        <div role="status">{done === '' ? null : <Notice meaning="done">{done}</Notice>}</div>
      </div>
      <QueryState query={query} failed={text.failed}>
        {({ url, madeAt, madeBy }) =>
          url === '' ? (
            <div className={styles.actions}>
              <span>{text.none}</span>
              {mayEdit ? (
                <ActionButton variant="default" onPress={() => change(renewCardLink, text.isPut)}>
                  {text.put}
                </ActionButton>
              ) : null}
            </div>
          ) : (
            <>
              <Address url={url} made={text.made(formatDateTime(Date.parse(madeAt)), madeBy)} />
              {mayEdit ? (
                <div className={styles.actions}>
                  <Button variant="default" onClick={() => setAsking('renew')}>
                    {text.renew}
                  </Button>
                  <Button variant="subtle" color="refused" onClick={() => setAsking('revoke')}>
                    {text.revoke}
                  </Button>
                </div>
              ) : null}
            </>
          )
        }
      </QueryState>
      <ConfirmModal
        opened={asking === 'renew'}
        title={text.renewTitle}
        confirm={text.renewAction}
        danger
        onConfirm={() => change(renewCardLink, text.renewed)}
        onClose={() => setAsking(null)}
      >
        {text.renewText}
      </ConfirmModal>
      <ConfirmModal
        opened={asking === 'revoke'}
        title={text.revokeTitle}
        confirm={text.revoke}
        danger
        onConfirm={() => change(revokeCardLink, text.revoked)}
        onClose={() => setAsking(null)}
      >
        {text.revokeText}
      </ConfirmModal>
      {modal}
    </Panel>
  );
}

function Address({ url, made }: { url: string; made: string }) {
  const field = useRef<HTMLInputElement>(null);
  const { copy, copied } = useClipboard();
  return (
    <div className={styles.address}>
      <div className={styles.words}>
        <TextField
          ref={field}
          label={text.address}
          description={made}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className={styles.actions}>
          <Button
            variant="default"
            onClick={() => {
              copy(url);
              // A page without TLS may not write to the clipboard; the selected text can be copied manually.
              field.current?.select();
            }}
          >
            {copied ? text.copied : text.copy}
          </Button>
          <a href={url} target="_blank" rel="noreferrer">
            {text.open}
          </a>
        </div>
      </div>
      <Suspense fallback={<div className={styles.qr} aria-busy />}>
        <QrCode text={url} label={text.qr} />
      </Suspense>
    </div>
  );
}

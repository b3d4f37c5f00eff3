import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router';
import { connectionText as text } from '#web/texts/connection.ts';
import { placeDraft } from '#web/ui/drafts.ts';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Offer } from '#web/ui/Offer.tsx';
import { momentOf } from '#web/ui/when.ts';
import { formKeyOf, requestKeys } from '#web/wire/requestKeys.ts';
import { useDraftKey } from '#web/wire/rights.ts';
import {
  countUnsent,
  readUnsent,
  removeOldUnsent,
  removeUnsent,
  watchUnsent,
  type UnsentRequest,
} from './store.ts';

const FORM = '/newfxrequest';
const RETRY_MS = 10_000;

export const useUnsentCount = (user: number): number =>
  useSyncExternalStore(watchUnsent, () => countUnsent(user));

/** The user's drafts on this device; none until the key is known. */
function useUnsent(user: number, key: string | undefined): readonly UnsentRequest[] {
  const [unsent, setUnsent] = useState<readonly UnsentRequest[]>([]);
  useEffect(() => {
    if (key === undefined) return;
    let isOver = false;
    const read = async () => {
      const found = await readUnsent(user, key);
      if (!isOver) setUnsent(found);
    };
    removeOldUnsent();
    void read();
    const stop = watchUnsent(() => void read());
    return () => {
      isOver = true;
      stop();
    };
  }, [user, key]);
  return unsent;
}

interface Sender {
  readonly user: number;
  /** Undefined while there is nothing to send or no way to send it. */
  readonly key: string | undefined;
  readonly onSaved: (srno: number) => void;
}

/** Sends the waiting drafts, and tries again later if the server gives no answer. */
function useSender({ user, key, onSaved }: Sender): void {
  const tell = useEffectEvent(onSaved);
  useEffect(() => {
    if (key === undefined) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function send(using: string): Promise<void> {
      const isDone = await import('./send.ts')
        .then(({ sendUnsent }) => sendUnsent(user, using, (srno) => tell(srno)))
        .catch(() => false);
      if (!isDone && !isOver) timer = setTimeout(() => void send(using), RETRY_MS);
    }
    void send(key);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [user, key]);
}

/** Shows the drafts that wait on this device, sends them when there is a connection, and says what became of them. */
export function UnsentRequests({ user, connected }: { user: number; connected: boolean }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: key } = useDraftKey();
  const count = useUnsentCount(user);
  const unsent = useUnsent(user, key);
  const [saved, setSaved] = useState<readonly number[]>([]);
  const [modal, say] = useMessage();
  useSender({
    user,
    key: connected && unsent.some(({ refusal }) => refusal === '') ? key : undefined,
    onSaved: (srno) => {
      setSaved((before) => [...before, srno]);
      void client.invalidateQueries({ queryKey: requestKeys.all });
    },
  });

  function open({ id, srno, form, attempts, refusal }: UnsentRequest): void {
    const content = { ...form, unanswered: attempts[0] ?? null, refusal };
    if (!placeDraft(formKeyOf(user, srno), content)) {
      say(text.occupied);
      return;
    }
    removeUnsent(user, id);
    void navigate(srno === 0 ? FORM : `${FORM}?srno=${srno}`);
  }

  return (
    <>
      {key === undefined && count > 0 ? (
        <Notice meaning="waiting" live>
          {text.waiting(count)}
        </Notice>
      ) : null}
      {unsent.map((each) => (
        <Offer
          key={each.id}
          meaning={each.refusal === '' ? 'waiting' : 'refused'}
          text={
            each.refusal === ''
              ? text.waits(each.form.draft.travellerName, momentOf(each.keptAt))
              : text.refused(each.form.draft.travellerName, each.refusal)
          }
          action={text.open}
          onPress={() => open(each)}
        />
      ))}
      {saved.map((srno) => (
        <Offer
          key={srno}
          meaning="done"
          text={
            <>
              {text.saved} <Link to={`${FORM}?srno=${srno}`}>{srno}</Link>.
            </>
          }
          action={text.close}
          onPress={() => setSaved(saved.filter((each) => each !== srno))}
        />
      ))}
      {modal}
    </>
  );
}

import { ActionIcon } from '@mantine/core';
import { useFullscreenDocument, useIdle } from '@mantine/hooks';
import { IconMaximize, IconMinimize, IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { revokeDisplay } from '#contract/rates/cards.ts';
import type { DisplayView } from '#domain/rates/card.ts';
import { call } from '#web/wire/call.ts';
import { messageOf, NetworkError } from '#web/wire/problems.ts';
import { useSession } from '#web/wire/session.ts';
import { cardsText } from '#web/texts/cards.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { useMessage } from '#web/ui/MessageModal.tsx';
import styles from './Display.module.css';
import { forgetDisplay } from './storedDisplay.ts';

const text = cardsText.lcd;
const IDLE_MS = 5_000;

/** Hidden together with the pointer while nobody uses the machine. */
export function DisplayControls({ view, srno }: { view: DisplayView; srno: number }) {
  const session = useSession();
  const isIdle = useIdle(IDLE_MS, { initialState: false });
  const { fullscreen, toggle } = useFullscreenDocument();
  const [isAsking, setAsking] = useState(false);
  const [modal, showMessage] = useMessage();

  useEffect(() => {
    document.documentElement.toggleAttribute('data-idle', isIdle);
    return () => document.documentElement.removeAttribute('data-idle');
  }, [isIdle]);

  async function end(): Promise<void> {
    try {
      if (session !== null) await call(revokeDisplay, { display: { srno } });
      forgetDisplay(view);
    } catch (error) {
      // The key is already revoked, or this user may not revoke it: this browser ends its display anyway.
      if (error instanceof NetworkError) showMessage(messageOf(error));
      else forgetDisplay(view);
    }
  }

  const FullIcon = fullscreen ? IconMinimize : IconMaximize;
  const full = fullscreen ? text.notFull : text.full;
  return (
    <div className={`${styles.controls} no-print`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={full}
        title={full}
        onClick={() => void toggle().catch(() => undefined)}
      >
        <FullIcon aria-hidden size={20} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={text.end}
        title={text.end}
        onClick={() => setAsking(true)}
      >
        <IconPlayerStop aria-hidden size={20} />
      </ActionIcon>
      <ConfirmModal
        opened={isAsking}
        title={text.endTitle}
        confirm={text.endAction}
        danger
        onConfirm={end}
        onClose={() => setAsking(false)}
      >
        {session === null ? text.endSignedOut : text.endSignedIn}
      </ConfirmModal>
      {modal}
    </div>
  );
}

import { useEffect, useEffectEvent, useRef } from 'react';
import { watch } from '#contract/home/watch.ts';
import type { WaitingReply } from '#domain/home/waiting.ts';
import { endSession } from '#web/wire/session.ts';
import { useListening } from '#web/wire/useListening.ts';

interface FollowerProps {
  /** The serial number of the user. */
  user: number;
  /** The items that wait for the user; null until they are known. */
  waiting: WaitingReply | null;
  onWaiting: (waiting: WaitingReply) => void;
  /** Called when the user's rights may have changed. */
  onRights: () => void;
}

/**
 * Listens to the session's events and renders nothing: reports changed rights and the items that wait for the user. If
 * the session has ended, the user is sent to sign-in.
 */
export function Follower({ user, waiting, onWaiting, onRights }: FollowerProps) {
  const name = `bureau.waiting.${user}`;
  const tellOthers = useOtherTabs(name, waiting, onWaiting);
  useListening(
    watch,
    {},
    {
      hiddenAs: name,
      onReturn: onRights,
      onEvent(event) {
        if (event.kind === 'waiting') {
          const { counts, marks } = event;
          onWaiting({ counts, marks });
          tellOthers({ counts, marks });
        } else if (event.kind === 'rights') onRights();
        else endSession('MSG0002');
      },
    },
  );
  return null;
}

/** Null asks the other tabs for the current state. */
type TabMessage = WaitingReply | null;

/** Shares each event with the user's other tabs, because most hidden tabs have no stream. */
function useOtherTabs(
  name: string,
  known: TabMessage,
  onTold: (told: WaitingReply) => void,
): (told: TabMessage) => void {
  const channel = useRef<BroadcastChannel>(null);
  const tell = (told: TabMessage) => channel.current?.postMessage(told);
  const hear = useEffectEvent((told: TabMessage) => {
    if (told !== null) onTold(told);
    else if (known !== null) tell(known);
  });
  useEffect(() => {
    const opened = new BroadcastChannel(name);
    opened.onmessage = ({ data }: MessageEvent<TabMessage>) => hear(data);
    opened.postMessage(null);
    channel.current = opened;
    return () => {
      channel.current = null;
      opened.close();
    };
  }, [name]);
  return tell;
}

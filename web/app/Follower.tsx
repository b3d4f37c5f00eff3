import { useEffect, useEffectEvent, useRef } from 'react';
import { watch } from '#contract/home/watch.ts';
import type { WaitingTold } from '#domain/home/waiting.ts';
import { endSession } from './session.ts';
import { useListening } from './useListening.ts';

interface FollowerProps {
  /** The serial number of the user. */
  user: number;
  /** What waits for the user; null before it is known. */
  waiting: WaitingTold | null;
  onWaiting: (waiting: WaitingTold) => void;
  /** The rights of the user may have changed. */
  onRights: () => void;
}

/** Follows the session, unseen: tells of changed rights and of what waits for the user; an ended session leads to sign-in. */
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

/** Null asks what it is. */
type Told = WaitingTold | null;

/** The user's other tabs, of which most have no stream while they are hidden: what one is told, all are told. */
function useOtherTabs(name: string, known: Told, onTold: (told: WaitingTold) => void): (told: Told) => void {
  const channel = useRef<BroadcastChannel>(null);
  const tell = (told: Told) => channel.current?.postMessage(told);
  const hear = useEffectEvent((told: Told) => {
    if (told !== null) onTold(told);
    else if (known !== null) tell(known);
  });
  useEffect(() => {
    const opened = new BroadcastChannel(name);
    opened.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
    opened.postMessage(null);
    channel.current = opened;
    return () => {
      channel.current = null;
      opened.close();
    };
  }, [name]);
  return tell;
}

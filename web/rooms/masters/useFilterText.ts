import { useEffect, useEffectEvent, useState } from 'react';

const FILTER_PAUSE_MS = 250;

/** The text of the filter box: at once what is typed, in the address when the typing pauses. */
export function useFilterText(inAddress: string, setInAddress: (text: string) => void) {
  const [text, setText] = useState(inAddress);
  const [sent, setSent] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);

  // The address changed, and not by us: Back was pressed, or a link followed.
  if (inAddress !== seen) {
    setSeen(inAddress);
    if (inAddress !== sent) {
      setSent(inAddress);
      setText(inAddress);
    }
  }

  const send = useEffectEvent(() => {
    setSent(text.trim());
    setInAddress(text.trim());
  });
  const isWaiting = text.trim() !== sent;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => send(), FILTER_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, text]);

  return [text, setText] as const;
}

import { useEffect, useEffectEvent, useState } from 'react';
import { receiveText, sendText, startText, unsentText, type DebouncedText } from './debouncedText.ts';

const PAUSE_MS = 200;

type Texts = Readonly<Record<string, string>>;

const mapTexts = <From, To>(texts: Readonly<Record<string, From>>, map: (text: From, name: string) => To) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, map(text, name)]));

/**
 * The texts of filters. The typed text shows at once. The caller gets it when the typing pauses, because an address
 * change or a call at each keystroke would make typing slow, or by `flush`, before the user does something else. Without
 * `onSend` the texts stay here.
 */
export function useDebouncedTexts(given: Texts, onSend?: (texts: Texts) => void) {
  const [states, setStates] = useState<Readonly<Record<string, DebouncedText>>>(() =>
    mapTexts(given, startText),
  );
  const current = mapTexts(given, (value, name) => receiveText(states[name] ?? startText(value), value));
  if (Object.keys(current).some((name) => current[name] !== states[name])) setStates(current);

  const unsent = Object.entries(current).flatMap(([name, state]) => {
    const text = unsentText(state);
    return text === null ? [] : [[name, text] as const];
  });
  function flush(): void {
    if (onSend === undefined || unsent.length === 0) return;
    setStates(mapTexts(current, sendText));
    onSend(Object.fromEntries(unsent));
  }
  const send = useEffectEvent(flush);
  const isSent = onSend !== undefined;
  const waiting = JSON.stringify(unsent);
  useEffect(() => {
    if (!isSent || waiting === '[]') return;
    const timer = setTimeout(() => send(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isSent, waiting]);

  return {
    texts: mapTexts(current, ({ text }) => text),
    type: (name: string, text: string) =>
      setStates((before) => ({ ...before, [name]: { ...(before[name] ?? startText('')), text } })),
    flush,
  };
}

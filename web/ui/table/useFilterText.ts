import { useEffect, useRef, useState } from 'react';

const SEND_DELAY_MS = 200;

/**
 * The quick filter's text. What is typed shows and filters at once; it is told to the caller a moment after the
 * last stroke, as writing an address or asking a server at each stroke would lag behind the typist. A change from
 * outside, such as the browser's Back, is taken over.
 */
export function useFilterText(given: string | undefined, onChange: ((text: string) => void) | undefined) {
  const [text, setText] = useState(given ?? '');
  const sent = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useRef(onChange);

  useEffect(() => {
    tell.current = onChange;
  });

  useEffect(() => {
    if (given === undefined) return;
    const echo = sent.current.indexOf(given);
    if (echo >= 0) sent.current.splice(0, echo + 1);
    else setText(given);
  }, [given]);

  useEffect(() => () => clearTimeout(timer.current), []);

  function change(next: string): void {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!tell.current || next === given) return;
      sent.current.push(next);
      tell.current(next);
    }, SEND_DELAY_MS);
  }
  return [text, change] as const;
}

import { useState } from 'react';

/**
 * The text of a field that is read into a value: free while one types, reset only when the value is changed
 * from outside, so that the reader never fights the typist; not even where what could not be read is not taken over.
 */
export function useTypedText<Value>(value: Value, show: (value: Value) => string) {
  const [state, setState] = useState<{ text: string; seen: Value; handed: readonly Value[] }>({
    text: show(value),
    seen: value,
    handed: [value],
  });
  const isOwn = state.seen === value || state.handed.includes(value);
  const text = isOwn ? state.text : show(value);
  if (state.seen !== value) setState({ text, seen: value, handed: [value] });
  return {
    text,
    /** What is typed, and the values in which it may come back. */
    setText: (typed: string, ...handed: Value[]) =>
      setState((before) => ({ text: typed, seen: before.seen, handed })),
  };
}

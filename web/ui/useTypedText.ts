import { useState } from 'react';

/**
 * The text of a field that is parsed into a value. The text is free while the user types. It is reset only if the value
 * changes from outside, so that parsing never overwrites the typing, not even if the caller drops text that could not
 * be parsed.
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
    /** Sets the typed text and the values in which it may come back. */
    setText: (typed: string, ...handed: Value[]) =>
      setState((before) => ({ text: typed, seen: before.seen, handed })),
  };
}

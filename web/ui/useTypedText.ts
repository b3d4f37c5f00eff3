import { useState } from 'react';

/**
 * The text of a field that is read into a value: free while one types, reset only when the value is changed
 * from outside, so that the reader never fights the typist.
 */
export function useTypedText<Value>(value: Value, show: (value: Value) => string) {
  const [state, setState] = useState({ text: show(value), value });
  if (state.value !== value) setState({ text: show(value), value });
  return {
    text: state.value === value ? state.text : show(value),
    setText: (text: string, read: Value) => setState({ text, value: read }),
  };
}

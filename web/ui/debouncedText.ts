/** The typed text of a filter, and the value that the address or another caller holds. */
export interface DebouncedText {
  readonly text: string;
  /** The last value of the caller. */
  readonly seen: string;
  /** The values that were sent and that the caller does not hold yet, oldest first. */
  readonly sent: readonly string[];
}

export const startText = (given: string): DebouncedText => ({ text: given, seen: given, sent: [] });

/**
 * Receives the value of the caller. A value that was sent from here comes back later than the next keystroke, so it
 * does not change the text. Any other value comes from outside, such as the browser's Back, and replaces the text.
 */
export function receiveText(state: DebouncedText, given: string): DebouncedText {
  if (given === state.seen) return state;
  const at = state.sent.indexOf(given);
  return at < 0 ? startText(given) : { ...state, seen: given, sent: state.sent.slice(at + 1) };
}

/** The text to send when the typing pauses; null if the caller already has it. */
export function unsentText({ text, seen, sent }: DebouncedText): string | null {
  const trimmed = text.trim();
  return trimmed === (sent.at(-1) ?? seen.trim()) ? null : trimmed;
}

/** Records the text that is sent now. */
export function sendText(state: DebouncedText): DebouncedText {
  const text = unsentText(state);
  return text === null ? state : { ...state, sent: [...state.sent, text] };
}

/** The result of one check: all is well, something should be better, or Bureau cannot run safely like this. */
export interface Finding {
  readonly about: string;
  readonly verdict: 'ok' | 'advice' | 'fault';
  readonly text: string;
}

export const ok = (about: string, text: string): Finding => ({ about, verdict: 'ok', text });
export const advice = (about: string, text: string): Finding => ({ about, verdict: 'advice', text });
export const fault = (about: string, text: string): Finding => ({ about, verdict: 'fault', text });

export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  // A connection that is refused on all addresses is an error without a message of its own.
  return error.message === '' ? ((error as { code?: string }).code ?? error.name) : error.message;
};

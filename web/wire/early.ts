/** The answers to calls that public/start.js has made before this code was loaded, each under its address and body. */
interface EarlyAnswers {
  readonly startedAt: number;
  readonly answers: Record<string, Promise<Response>>;
}

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers;
  }
}

/** An answer that nobody has taken by then belongs to a screen that was left. */
const MAX_AGE_MS = 15_000;

/** The answer to exactly this call, if it was made early; it can be taken once. */
export function takeEarlyAnswer(url: string, body: string): Promise<Response> | null {
  const early = window.earlyAnswers;
  if (early === undefined || performance.now() - early.startedAt > MAX_AGE_MS) return null;
  const key = `${url} ${body}`;
  const answer = early.answers[key];
  if (answer === undefined) return null;
  Reflect.deleteProperty(early.answers, key);
  return answer;
}

/** A request for a call, independent of the transport. */
export interface CallRequest {
  readonly endpoint: string;
  readonly body: string;
  readonly requestId: string;
  readonly address: string | null;
  readonly agent: string;
  readonly ifMatch: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly signal: AbortSignal;
  /** The value of a cookie; empty if there is none. */
  cookie(name: string): string;
}

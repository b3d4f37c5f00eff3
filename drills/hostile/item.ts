/** One hostile request: a file to an upload endpoint, or the body of a call. */
export type HostileItem = HostileFile | HostileBody;

export interface HostileFile {
  readonly name: string;
  /** The intake that receives it: a document of an entity, the logo of the company, or an imported sheet. */
  readonly intake: 'document' | 'logo' | 'sheet';
  readonly fileName: string;
  readonly make: () => Buffer | Promise<Buffer>;
  /** A picture that all clients also view once it is stored. */
  readonly isViewed?: true;
  /** Ended only by its time limit, so that many of them take long. */
  readonly isSlow?: true;
}

export interface HostileBody {
  readonly name: string;
  readonly endpoint: string;
  readonly type: string;
  /** One body that all clients send, or many that they share. */
  readonly make: (session: string) => string | readonly string[];
}

export const MEGABYTE = 1_048_576;

/** Slightly less than the upload limit. */
export const FULL = 10 * MEGABYTE - 1_000;

/** A text repeated up to a length. */
export const filled = (unit: string, length = FULL): Buffer => Buffer.alloc(length, unit);

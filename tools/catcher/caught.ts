/** A mail as the catcher keeps it. */
export interface CaughtMail {
  readonly id: number;
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly receivedAt: string;
  readonly attachments: readonly {
    readonly fileName: string;
    readonly mime: string;
    readonly bytes: number;
    readonly sha256: string;
  }[];
}

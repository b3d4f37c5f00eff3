import type { FormDraft } from './request.ts';
import type { Unanswered } from './sendRequest.ts';

/** What is kept of a form across a reload. */
export interface StoredForm {
  readonly draft: FormDraft;
  readonly version: number | undefined;
  readonly refNo: string;
  readonly unanswered: Unanswered | null;
  /** Why the server refused the draft while its form was closed. */
  readonly refusal?: string;
}

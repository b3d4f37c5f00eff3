import type { RequestDocument } from '#contract/requests/requests.ts';

/** What the documents part of a request is given. */
export interface DocumentsProps {
  srno: number;
  documents: readonly RequestDocument[];
  /** Documents are taken off only by who may change the request, while it is not submitted. */
  mayRemove: boolean;
  onChanged: () => void;
}

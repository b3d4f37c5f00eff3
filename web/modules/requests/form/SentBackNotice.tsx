import type { RequestRow } from '#contract/requests/desk.ts';
import { requestFormText as words } from '#web/texts/requests.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { momentOf } from '#web/ui/when.ts';

interface SentBackNoticeProps {
  request: Pick<RequestRow, 'sentBack' | 'sentBackBy' | 'sentBackAt'> | undefined;
}

/** Who sent the request back, when and why, for its maker who corrects it. The server tells it until Final. */
export function SentBackNotice({ request }: SentBackNoticeProps) {
  if (request === undefined || request.sentBack === '') return null;
  const { sentBack: why, sentBackBy: by, sentBackAt: at } = request;
  return <Notice meaning="waiting">{words.sentBack(by, momentOf(at), why)}</Notice>;
}

import type { RequestRow } from '#contract/requests/desk.ts';
import { requestFormText as words } from '#web/texts/requests.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { momentOf } from '#web/ui/when.ts';

interface SentBackNoticeProps {
  request: Pick<RequestRow, 'req_sentback' | 'req_sentbackby' | 'req_sentbackat'> | undefined;
}

/** Who sent the request back, when and why, for its maker who corrects it. The server tells it until Final. */
export function SentBackNotice({ request }: SentBackNoticeProps) {
  if (request === undefined || request.req_sentback === '') return null;
  const { req_sentback: why, req_sentbackby: by, req_sentbackat: at } = request;
  return <Notice meaning="waiting">{words.sentBack(by, momentOf(at), why)}</Notice>;
}

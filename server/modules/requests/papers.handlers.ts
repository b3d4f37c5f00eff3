import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { requestPaper } from '#contract/requests/documents.ts';
import { RETENTION_TEXTS } from '#domain/access/retention.ts';
import { dateInIndia, financialYearOf } from '#domain/dates.ts';
import { canPrint, type Print } from '#domain/requests/documents.ts';
import type { TransactionType } from '#domain/requests/codes.ts';
import { schemeById } from '#domain/requests/schemes.ts';
import type { Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { AfterCommit, handle, type Bound } from '#server/platform/dispatch/handler.ts';
import { notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';
import { PDF_MIME } from '#server/platform/pdf/description.ts';
import { papers } from '#server/platform/pdf/papers.ts';
import type { Letterheads } from '#server/modules/masters/index.ts';
import { findState } from './approval.sql.ts';
import { refuseMasked, type NumberViews } from './numbers.ts';
import { paperKind, paperNumber, paperOf, type StoredPaper } from './papers.present.ts';
import { findPaperFacts, lockPaperSeries, printPaper, reprintPaper } from './papers.sql.ts';
import { describePaper } from './papers/print.ts';

type Head = StoredPaper['letterhead'];

/**
 * The paper of the current content: the one printed before, or one with a new number. After waiting for the lock of the
 * series it looks again, because another call may have printed the same paper meanwhile.
 */
async function takePaper(
  tx: Transaction,
  request: number,
  print: Print,
  caller: Caller,
  head: () => Promise<Head>,
) {
  const earlier = await reprintPaper(tx, request, print);
  if (earlier !== undefined) return { ...earlier, isReprint: true };
  // The letterhead is loaded before any lock is taken, because it reads the object store.
  const letterhead = await head();
  const found = await findPaperFacts(tx, request);
  if (found === undefined) throw notFound();
  const financialYear = financialYearOf(found.date);
  await lockPaperSeries(tx, print, financialYear);
  const meanwhile = await reprintPaper(tx, request, print);
  if (meanwhile !== undefined) return { ...meanwhile, isReprint: true };
  const { name, gst } = schemeById(found.scheme);
  const data = { ...found.facts, letterhead, scheme: { name, gst } };
  const { version } = found;
  const first = await printPaper(tx, { request, print, version, financialYear, data }, caller);
  return { ...first, isReprint: false };
}

export const paperHandlers = (
  store: ObjectStore,
  letterheads: Letterheads,
  numbers: NumberViews,
): readonly Bound[] => [
  handle(requestPaper, async ({ tx, db, caller, now, signal }, { srno, kind: print }) => {
    const state = await findState(tx, srno, caller);
    if (state === undefined) throw notFound();
    refuseMasked(await numbers(tx, srno, caller));
    const type = state.type as TransactionType;
    const answer = canPrint(print, { submitted: state.submitted, type });
    if (!answer.ok) throw new Refusal(answer.why);
    // The place comes before the number, so that a paper that is refused uses up no number.
    const place = papers.reserve(caller.account, signal);

    const headNow = async (): Promise<Head> => {
      const { company, logo } = await letterheads(db.read);
      return { company, logo: logo === null ? null : (await store.put(logo)).hash };
    };
    const { fin_year, number, data, isReprint } = await takePaper(tx, srno, print, caller, headNow);
    if ('erased' in data) throw new Refusal(RETENTION_TEXTS.paperErased);
    const written = paperNumber(print, fin_year, number);
    return new AfterCommit(async () => {
      const pdf = await place.make(async () => {
        const { logo: hash } = data.letterhead;
        const logo = hash === null ? null : await buffer(await store.get(hash));
        const reprintedOn = isReprint ? dateInIndia(now.getTime()) : null;
        return describePaper(paperKind(print, type), paperOf(data, written, logo, reprintedOn));
      });
      return {
        fileName: `${print}-${written.replaceAll('/', '-')}.pdf`,
        contentType: PDF_MIME,
        body: Readable.from([pdf], { objectMode: false }),
      };
    });
  }),
];

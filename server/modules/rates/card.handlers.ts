import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ArgsOf } from '#contract/define.ts';
import * as calls from '#contract/rates/cards.ts';
import { fromWire } from '#contract/wire.ts';
import { dateInIndia, readWireDate, type IsoDate } from '#domain/dates.ts';
import { TEXTS } from '#domain/messages.ts';
import { CARD_NOT_AVAILABLE, NO_DISPLAY_BRANCH, NO_FRANCHISEE } from '#domain/rates/card.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { AfterCommit, handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { malformed, notAllowed, notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { PDF_MIME } from '#server/platform/pdf/description.ts';
import { papers } from '#server/platform/pdf/papers.ts';
import type { Letterheads } from '#server/modules/masters/index.ts';
import { cardFileName, describeCard } from './card.pdf.ts';
import {
  addCardKey,
  findCard,
  linkOf,
  listDisplays,
  lockLinkOf,
  revokeDisplayKey,
  revokeLinkOf,
  takeCard,
  type CardChoice,
} from './card.sql.ts';
import { hashOfKey, type KeyedCards } from './keyed-cards.ts';

const KEY_BYTES = 24;
const newKey = () => randomBytes(KEY_BYTES).toString('base64url');

function dayOf(written: string, now: Date): IsoDate {
  const day = written === '' ? dateInIndia(now.getTime()) : readWireDate(written);
  if (day === null) throw malformed('This date does not exist.');
  return day;
}

/** A franchise user has only their own card. Naming another is refused rather than ignored. */
function ownId({ entity }: Caller, named: readonly string[]): string {
  if (named.some((id) => id !== '' && id !== entity.id)) throw notAllowed();
  return entity.id;
}

/** The card and day that the caller requests. */
function cardChoice(caller: Caller, asked: ArgsOf<typeof calls.rateCard>['asked'], now: Date): CardChoice {
  const day = dayOf(asked.date, now);
  const { branch = '', franchise = '', type, id = '' } = asked;
  if (caller.entity.type === 'F') {
    if (type !== '' && type !== 'F') throw notAllowed();
    return { id: ownId(caller, [id, franchise]), types: ['F'], branch: null, day };
  }
  if (branch === '') throw new Refusal(TEXTS.badBranch);
  const isFranchise = type === 'F' || franchise !== '';
  if (isFranchise && franchise === '') throw new Refusal(NO_FRANCHISEE);
  return {
    id: isFranchise ? franchise : branch,
    types: isFranchise ? ['F', 'S'] : ['B'],
    branch: isFranchise ? branch : null,
    day,
  };
}

interface Settings {
  readonly cards: KeyedCards;
  readonly letterheads: Letterheads;
  /** The public base URL of the web pages. */
  readonly publicUrl: string;
}

export const publicCardUrl = (publicUrl: string, key: string, type: string, id: string): string =>
  `${publicUrl.replace(/\/$/, '')}/ratebatch/${key}/${type}/${id}`;

export const cardHandlers = ({ cards, letterheads, publicUrl }: Settings): readonly Bound[] => [
  handle(calls.rateCard, async ({ db, caller, now }, { asked }) => {
    const body = await findCard(db.read, caller.scope, cardChoice(caller, asked, now));
    if (body !== null) return Reply.json(body);
    // A franchise may always see its own card, so a missing card is an empty list.
    if (caller.entity.type === 'F') return Reply.json('[]');
    throw notFound();
  }),

  handle(calls.rateCardPdf, async ({ tx, db, caller, now, signal }, { asked }) => {
    const wanted = cardChoice(caller, asked, now);
    const body = await takeCard(tx, caller.scope, wanted);
    if (body === null) throw notFound();
    const rows = fromWire(calls.rateCard.reply, JSON.parse(body)) as calls.RateRow[];
    const [first] = rows;
    if (first === undefined) throw new Refusal(CARD_NOT_AVAILABLE);
    const place = papers.reserve(caller.account, signal);
    return new AfterCommit(async () => {
      const pdf = await place.make(async () =>
        describeCard({
          letterhead: await letterheads(db.read),
          entityId: wanted.id,
          entityName: first.entityName,
          publishedAt: new Date(first.publishedAt),
          rows,
        }),
      );
      return {
        fileName: cardFileName(wanted.id, dateInIndia(Date.parse(first.publishedAt))),
        contentType: PDF_MIME,
        body: Readable.from([pdf], { objectMode: false }),
      };
    });
  }),

  handle(calls.latestRateCard, async ({ db, caller, now }, { asked: { type, id } }) => {
    if (id === '') throw new Refusal(NO_DISPLAY_BRANCH);
    const day = dayOf('', now);
    const body = await findCard(db.read, caller.scope, { id, types: [type], branch: null, day });
    if (body === null) throw notFound();
    return Reply.json(body);
  }),

  handle(calls.displayedRateCard, async (_, { asked }) => Reply.json(await cards.show('display', asked))),
  handle(calls.publicRateCard, async (_, { asked }) => Reply.json(await cards.show('card', asked))),

  handle(calls.watchDisplay, async function* ({ signal }, { key }) {
    if (!(await cards.isDisplay(key))) {
      yield { kind: 'revoked' as const };
      return;
    }
    const changes = cards.changes(signal);
    while ((await changes.next()).done !== true) {
      if (!(await cards.isDisplay(key))) {
        yield { kind: 'revoked' as const };
        return;
      }
      yield { kind: 'published' as const };
    }
  }),

  handle(calls.makeDisplay, async ({ tx, caller }, { asked: { id, view } }) => {
    if (id === '') throw new Refusal(NO_DISPLAY_BRANCH);
    const key = newKey();
    const hash = hashOfKey(key);
    const made = await addCardKey(tx, { entityId: id, kind: 'display', view, hash, key: null }, caller);
    if (made === undefined) throw notFound();
    return { err: '', msg: 'The display has its key.', srno: made.srno, key };
  }),

  handle(calls.displayList, async ({ db, caller }) => Reply.json(await listDisplays(db.read, caller.scope))),

  handle(calls.revokeDisplay, async ({ tx }, { display: { srno } }) => {
    const gone = await revokeDisplayKey(tx, srno);
    if (gone === undefined) throw notFound();
    return { err: '', msg: 'The display shows nothing from now on.', srno: gone.srno };
  }),

  handle(calls.cardLink, async ({ db, caller }, { id }) => {
    const found = await linkOf(db.read, caller.scope, id);
    if (found === undefined) throw notFound();
    return {
      url: found.key === null ? '' : publicCardUrl(publicUrl, found.key, found.type, found.id),
      madeAt: found.made_at?.toISOString() ?? '',
      madeBy: found.made_by_name ?? '',
    };
  }),

  handle(calls.renewCardLink, async ({ tx, caller }, { entity: { id } }) => {
    if (caller.entity.type === 'F') throw notAllowed();
    await lockLinkOf(tx, id);
    await revokeLinkOf(tx, id);
    const key = newKey();
    const made = await addCardKey(
      tx,
      { entityId: id, kind: 'card', view: 'A', hash: hashOfKey(key), key },
      caller,
    );
    if (made === undefined) throw notFound();
    return { err: '', msg: 'The public card has a new address.', srno: made.srno };
  }),

  handle(calls.revokeCardLink, async ({ tx, caller }, { entity: { id } }) => {
    if (caller.entity.type === 'F') throw notAllowed();
    await lockLinkOf(tx, id);
    const gone = await revokeLinkOf(tx, id);
    if (gone === undefined) throw notFound();
    return { err: '', msg: 'The public card is off the net.', srno: gone.entity };
  }),
];

import { createHash, randomBytes } from 'node:crypto';
import * as cards from '#contract/rates/cards.ts';
import * as ibr from '#contract/rates/ibr.ts';
import { sample, type ModuleSamples, type Setting } from './sample.ts';

/** The rates apply to the whole business, and only head office sets them. */
const BY_HEAD_OFFICE = { named: ['A'] } as const;
/** A franchise user can view their own card address but not change it. */
const CHANGED_BY = { named: ['A', 'B'] } as const;
const TODAY = '';

async function draft({ database }: Setting) {
  const found = await database.query<{ isd: string }>(
    'select code as isd from masters.currency where active',
  );
  return { list: { flag: 'D' as const, lines: found.rows.map(({ isd }) => ({ isd, ibr: '83.25' })) } };
}

/** A new display of the place. */
async function displayAt({ database, place, word }: Setting) {
  const made = await database.query<{ srno: number }>(
    `insert into rates.card_key (entity, kind, hash) values ($1, 'display', $2) returning srno`,
    [place.srno, createHash('sha256').update(word).digest()],
  );
  return { display: { srno: made.rows[0]?.srno ?? 0 } };
}

/** The place with an address of its public card. */
async function linkedAt({ database, place, word }: Setting) {
  await database.query(
    `insert into rates.card_key (entity, kind, hash, key) values ($1, 'card', $2, $3) on conflict do nothing`,
    [place.srno, createHash('sha256').update(word).digest(), word],
  );
  return { entity: { id: place.id } };
}

const newKey = () => randomBytes(24).toString('base64url');
/** A request without a session that knows the entity but not its key. */
const guess = ({ place: { type, id } }: Setting) => ({ asked: { type, id, key: newKey() } });

/** The card of the place: for a franchise its own, for others that of a branch. */
const askedCard = ({ place }: Setting) => ({
  asked:
    place.type === 'F'
      ? { type: 'F', id: place.id, date: TODAY, branch: '', franchise: place.id }
      : { type: 'B', id: '', date: TODAY, branch: place.id, franchise: '' },
});

export const ratesSamples: ModuleSamples = {
  /** Each place has a card with its mark in the name, and a display. */
  async prepare(database, places) {
    await database.query(
      `insert into rates.card (publication, entity, entity_name, sells_at_ibr, rows)
       select l.srno, p.srno, 'Canary ' || p.mark, false, '[{"mid_isd":"USD","isd_name":"US Dollar","isd_flag":"US","mid_buy":"82.000000","mid_sell":"84.000000","mid_rndnum":6}]'
       from jsonb_to_recordset($1) as p (srno integer, mark text),
         lateral (select srno from rates.ibr_list where flag <> 'D' and replaced_at is null order by day desc limit 1) as l`,
      [JSON.stringify(places)],
    );
    await database.query(
      `insert into rates.card_key (entity, kind, hash, made_by_name)
       select p.srno, 'display', sha256(convert_to(p.mark, 'UTF8')), 'Keeper of ' || p.mark
       from jsonb_to_recordset($1) as p (srno integer, mark text)`,
      [JSON.stringify(places)],
    );
  },
  samples: [
    sample(ibr.draftIbrList, 'none', () => ({})),
    sample(ibr.ibrState, 'none', () => ({})),
    sample(ibr.saveIbr, BY_HEAD_OFFICE, draft),
    sample(ibr.resendEmail, BY_HEAD_OFFICE, () => ({ which: { which: 'failed' as const } })),
    sample(ibr.ibrLog, 'none', () => ({
      days: { from: '2026-01-01', to: '31/12/2199' },
      page: { limit: 5 },
    })),
    sample(ibr.ibrOfLog, 'none', () => ({ srno: 1 })),
    sample(ibr.ibrHistory, 'none', () => ({ asked: { isd: 'USD', from: '2026-01-01', to: '2199-12-31' } })),
    sample(ibr.mailCounts, 'none', () => ({ srno: 0 })),
    sample(ibr.mailList, BY_HEAD_OFFICE, () => ({ srno: 0, state: 'sent' as const, page: { limit: 5 } })),
    sample(ibr.watchMails, 'none', () => ({})),
    sample(cards.rateCard, 'named', askedCard),
    sample(cards.rateCardPdf, 'named', askedCard),
    sample(cards.latestRateCard, 'named', ({ place }) => ({
      asked: { type: place.type, id: place.id, key: '' },
    })),
    sample(cards.displayedRateCard, 'none', guess),
    sample(cards.watchDisplay, 'none', () => ({ key: newKey() })),
    sample(cards.publicRateCard, 'none', guess),
    sample(cards.makeDisplay, 'named', ({ place }) => ({ asked: { id: place.id, view: 'A' as const } })),
    sample(cards.displayList, { lists: ['A', 'B', 'F'] }, () => ({})),
    sample(cards.revokeDisplay, 'named', displayAt),
    sample(cards.cardLink, 'named', ({ place }) => ({ id: place.id })),
    sample(cards.renewCardLink, CHANGED_BY, ({ place }) => ({ entity: { id: place.id } })),
    sample(cards.revokeCardLink, CHANGED_BY, linkedAt),
  ],
};

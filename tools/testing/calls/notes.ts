import * as delivery from '#contract/notes/delivery.ts';
import * as notes from '#contract/notes/notes.ts';
import * as reports from '#contract/notes/reports.ts';
import * as stock from '#contract/notes/stock.ts';
import { addApproved, stockVault } from '../notes.ts';
import { sample, type Place, type ModuleSamples, type Setting } from './sample.ts';

/** The codes of the vault and of the delivery executive of each place. */
const vaultOf = ({ mark }: Place) => `V${mark}`;
const personOf = ({ mark }: Place) => `P${mark}`;

const approved = async (
  { database, place }: Setting,
  given: Parameters<typeof addApproved>[1] = {},
): Promise<number> => {
  const [srno = 0] = await addApproved(database, {
    branch: place.id,
    deliveryExecutive: personOf(place),
    customer: `Customer ${place.mark}`,
    lines: [['USD', 1]],
    ...given,
  });
  return srno;
};
const lineOf = async (setting: Setting) => [{ srno: await approved(setting), lineNo: 1 }];
const counted = (srno: number) => ({ srno, counted: undefined });
/**
 * A line in transit to the vault of the place, or one that the vault has sent and that was refused or is not answered
 * yet.
 */
async function waitingLine(
  setting: Setting,
  state: 'transit' | 'rejected',
  isSent: boolean = state === 'rejected',
) {
  const { database, place } = setting;
  const srno = await approved(setting);
  const [from, to] = isSent ? [vaultOf(place), personOf(place)] : [personOf(place), vaultOf(place)];
  await database.query(
    `with f as (select * from notes.holder_name where code = $2), t as (select * from notes.holder_name where code = $3),
       transit as (select srno from notes.holder where branch = (select branch from f) and kind = 'transit'),
       outside as (select srno from notes.holder where branch = (select branch from f) and kind = 'outside'),
     posted as (
       insert into notes.transfer (kind, branch, from_holder, to_holder, product, isd, quantity, reason)
       select 'stock', f.branch, outside.srno, transit.srno, 'CN', 'USD', 1, 'sample' from f, outside, transit
     ), handed as (
       insert into notes.slip (branch, from_holder, to_holder) select f.branch, f.srno, t.srno from f, t returning srno
     ), lined as (
       insert into notes.line (request, line_no, branch, product, isd, quantity, holder)
       select $1, 1, f.branch, 'CN', 'USD', 1, transit.srno from f, transit
     )
     insert into notes.movement (slip, branch, request, line_no, product, isd, quantity, from_holder, to_holder, state, decided_at)
     select handed.srno, f.branch, $1, 1, 'CN', 'USD', 1, f.srno, t.srno, $4, case $4 when 'rejected' then now() end
     from f, t, handed`,
    [srno, from, to, state],
  );
  return [{ srno, lineNo: 1 }];
}

/** A sale whose notes are with the executive of the place. */
async function heldSale(setting: Setting): Promise<number> {
  const { database, place } = setting;
  const srno = await approved(setting);
  await database.query(
    `with p as (select * from notes.holder_name where code = $2),
       outside as (select srno from notes.holder where branch = (select branch from p) and kind = 'outside'),
     posted as (
       insert into notes.transfer (kind, branch, from_holder, to_holder, product, isd, quantity, reason)
       select 'stock', p.branch, outside.srno, p.srno, 'CN', 'USD', 1, 'sample' from p, outside
     ), stepped as (update requests.request set status = 'S', is_out = true where srno = $1)
     insert into notes.line (request, line_no, branch, product, isd, quantity, holder)
     select $1, 1, p.branch, 'CN', 'USD', 1, p.srno from p`,
    [srno, personOf(place)],
  );
  return srno;
}

const why = { reason: 'A mistake' };

export const notesSamples: ModuleSamples = {
  /**
   * Each place has a vault with stock, an executive, and an approved sale with the place's mark in the customer's name.
   */
  async prepare(database, places) {
    await database.query(
      `insert into masters.employee (code, name, branch, kind, delivery)
       select upper(left(k.kind || p.mark, 20)), k.name || ' ' || p.mark, p.srno, k.kind, k.kind = 'P'
       from jsonb_to_recordset($1) as p (srno integer, mark text),
         (values ('V', 'Vault'), ('P', 'Person')) as k (kind, name)
       where not (k.kind = 'V' and exists (
         select from masters.employee v where v.branch = p.srno and v.kind = 'V' and v.active))`,
      [JSON.stringify(places.map(({ srno, mark }) => ({ srno, mark })))],
    );
    // A vault has no user of its own, so the callers who accept, deliver or call back here also keep the vault.
    await database.query(
      `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
       select srno, 'VAULTSTOCK', false, false, true from access.right_group
       where name like 'matrix CNACCEPT %' or name like 'matrix CNRACCEPT %' or name like 'matrix HANDOVER %'
         or name like 'matrix CNOUT %'
       on conflict do nothing`,
    );
    for (const place of places) {
      await stockVault(database, { USD: 1_000_000 }, place.id);
      await addApproved(database, {
        branch: place.id,
        deliveryExecutive: personOf(place),
        customer: `Customer ${place.mark}`,
        lines: [['USD', 1]],
      });
    }
  },
  samples: [
    sample(notes.listOut, 'named', ({ place }) => ({
      search: { movement: 'OUT' as const, branch: place.id, executive: vaultOf(place) },
    })),
    sample(notes.summariseOut, 'named', async (setting) => ({ list: await lineOf(setting) })),
    sample(notes.moveNotes, 'named', async (setting) => ({
      move: {
        lines: await lineOf(setting),
        from: vaultOf(setting.place),
        to: personOf(setting.place),
      },
    })),
    sample(notes.listTransit, 'named', ({ place }) => ({
      search: { branch: place.id, executive: vaultOf(place) },
    })),
    sample(notes.callBack, 'named', async (setting) => ({
      back: { lines: await waitingLine(setting, 'transit', true), from: vaultOf(setting.place) },
    })),
    sample(notes.handoverSlip, 'named', async ({ database, place }) => {
      const made = await database.query<{ srno: number }>(
        `insert into notes.slip (branch, from_holder, to_holder)
         select h.branch, h.srno, p.srno from notes.holder_name h join notes.holder_name p on p.branch = h.branch
         where h.employee_kind = 'V' and p.employee_kind = 'P' and h.branch = $1 limit 1 returning srno`,
        [place.srno],
      );
      return { srno: made.rows[0]?.srno ?? 0 };
    }),
    ...(
      [
        [notes.cnAccept, 'transit'],
        [notes.cnReturn, 'rejected'],
      ] as const
    ).flatMap(([calls, state]) => [
      sample(calls.list, 'named', ({ place }) => ({
        search: { deliveryExecutive: personOf(place), branch: place.id },
      })),
      sample(calls.summary, 'named', async (setting) => ({ list: await lineOf(setting) })),
      sample(calls.accept, 'named', async (setting) => ({
        accept: { lines: await waitingLine(setting, state), flag: 'Y' as const },
      })),
    ]),
    sample(delivery.deliverySteps, 'named', async (setting) => ({ srno: await approved(setting) })),
    sample(delivery.scheduleDelivery, 'named', async (setting) => ({
      srno: await approved(setting, { type: 'PP' }),
    })),
    sample(delivery.confirmDelivery, 'named', async (setting) => counted(await heldSale(setting))),
    sample(delivery.handOver, 'named', async (setting) =>
      counted(await approved(setting, { handover: 'IN' })),
    ),
    sample(delivery.undoDelivery, 'named', async (setting) => {
      const srno = await approved(setting, { type: 'PP' });
      await setting.database.query(`update requests.request set status = 'S' where srno = $1`, [srno]);
      return { srno, why };
    }),
    sample(stock.branchStock, 'named', ({ place }) => ({ search: { branch: place.id } })),
    sample(stock.notesInMyHand, 'none', () => ({})),
    // A different currency each time, so that no entry exists for it.
    sample(stock.enterStock, 'named', async ({ database, place, word }) => {
      const isd = word.slice(0, 3).toUpperCase();
      await database.query(
        `insert into masters.currency (code, name) values ($1, $2) on conflict do nothing`,
        [isd, `Currency ${word}`],
      );
      return { record: { branch: place.id, isd, counted: '10', seen: '0', reason: 'Opening' } };
    }),
    sample(stock.vaultPostings, 'named', ({ place }) => ({
      search: { branch: place.id, holder: '', isd: 'USD' },
    })),
    sample(stock.reverseStock, 'named', async ({ database, place }) => {
      await stockVault(database, { GBP: 5 }, place.id);
      const made = await database.query<{ id: string }>(
        `select max(id)::text as id from notes.transfer where branch = $1 and kind = 'stock'`,
        [place.srno],
      );
      return { record: { id: made.rows[0]?.id ?? '0', ...why } };
    }),
    sample(reports.inHandReport, 'named', ({ place }) => ({
      asked: { mode: 'View' as const, empcode: vaultOf(place), tilldate: '2026-10-31' },
    })),
    sample(reports.inOutReport, 'named', ({ place }) => ({
      asked: {
        mode: 'View' as const,
        empcode: '',
        branch: place.id,
        fromdate: '2026-10-01',
        todate: '2026-10-31',
      },
    })),
  ],
};

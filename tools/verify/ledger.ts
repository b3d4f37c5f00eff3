import type pg from 'pg';

/**
 * The invariants of the ledger, each as a query for violations: a non-empty result names the broken invariant. The
 * balances are the sums of all transfers, every stored balance was right at its time, nothing is or was negative, no
 * notes came from nowhere, and the lines that are out match the holdings of people and transit.
 */
const INVARIANTS: Readonly<Record<string, string>> = {
  'a balance is not the sum of its transfers': `
    select b.holder, b.isd from notes.balance b left join (
      select holder, product, isd, sum(quantity) as quantity from notes.posting group by 1, 2, 3
    ) p using (holder, product, isd) where b.quantity is distinct from coalesce(p.quantity, 0)`,
  'a remembered balance was not right': `
    select id, holder from (
      select id, holder, balance, sum(quantity) over (partition by holder, product, isd order by at) as computed
      from notes.posting) as p where balance <> computed`,
  'two transfers of a branch have the same moment': `
    select branch, at from notes.transfer group by 1, 2 having count(*) > 1`,
  'a book is behind its transfers': `
    select branch from notes.book b join (select branch, max(at) as at from notes.transfer group by 1) t using (branch)
    where b.last_at < t.at`,
  'someone is below zero': `
    select holder, isd from notes.balance where quantity < 0 and kind not in ('customer', 'outside')`,
  'someone was below zero': `
    select p.id, p.holder from notes.posting p join notes.holder h on h.srno = p.holder
    where p.balance < 0 and h.kind not in ('customer', 'outside')`,
  'an accepted movement did not go out once and arrive once': `
    select m.srno from notes.movement m left join (
      select movement, string_agg(kind, ' ' order by id) as steps, min(quantity) as least, max(quantity) as most,
        max(from_holder) filter (where kind = 'out') as sender, max(to_holder) filter (where kind = 'accept') as receiver
      from notes.transfer where kind in ('out', 'accept') group by movement
    ) t on t.movement = m.srno
    where m.state = 'accepted' and (t.steps, t.least, t.most, t.sender, t.receiver)
      is distinct from ('out accept', m.quantity, m.quantity, m.from_holder, m.to_holder)`,
  'a returned movement did not go out once and come back once': `
    select m.srno from notes.movement m left join (
      select movement, string_agg(kind, ' ' order by id) as steps, min(quantity) as least, max(quantity) as most,
        max(from_holder) filter (where kind = 'out') as sender, max(to_holder) filter (where kind = 'return') as receiver
      from notes.transfer where movement is not null group by movement
    ) t on t.movement = m.srno
    where m.state = 'returned' and (t.steps, t.least, t.most, t.sender, t.receiver)
      is distinct from ('out return', m.quantity, m.quantity, m.from_holder, m.from_holder)`,
  'notes came from nowhere': `
    select product, isd from notes.balance group by 1, 2 having sum(quantity) <> 0`,
  'the lines on the road are not what people and transit hold': `
    select coalesce(l.holder, b.holder) as holder, coalesce(l.isd, b.isd) as isd
    from (select holder, isd, sum(quantity) as quantity from notes.line group by 1, 2) l
    full join (
      select b.holder, b.isd, b.quantity from notes.balance b join notes.holder_name h on h.srno = b.holder
      where (h.kind = 'transit' or h.employee_kind = 'P') and b.quantity <> 0
    ) b using (holder, isd) where l.quantity is distinct from b.quantity`,
  'a line in transit has no movement that waits, or the other way round': `
    select coalesce(l.request, m.request) from (
      select l.request, l.line_no from notes.line l join notes.holder h on h.srno = l.holder and h.kind = 'transit') l
    full join (select request, line_no from notes.movement where state in ('transit', 'rejected')) m using (request, line_no)
    where l.request is null or m.request is null`,
  'a request does not say that its notes are out': `
    select r.srno from requests.request r where exists (select from notes.line l where l.request = r.srno)
      and not (r.is_out or r.is_in)`,
};

/** The names of the violated invariants. */
export async function brokenInvariants(admin: pg.Client): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, query] of Object.entries(INVARIANTS)) {
    const { rows } = await admin.query(query);
    if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows.slice(0, 5))}`);
  }
  return broken;
}

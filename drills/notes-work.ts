import type pg from 'pg';
import { addApproved } from '#tools/testing/notes.ts';

/** The random actions of the clients in the notes drill, the same for the same seed. */

export const USERS = ['bm.mum', 'dlv1.mum', 'dlv2.mum', 'bm.del', 'dlv.del'] as const;
export const HANDS: Readonly<Record<string, readonly string[]>> = {
  MUM: ['E111', 'E112', 'E113'],
  DEL: ['E211'],
};

/** A deterministic random generator for the seed. */
export function drawer(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { below: (most: number) => Math.floor(next() * most), chance: (share: number) => next() < share };
}
type Drawer = ReturnType<typeof drawer>;
const oneOf = <T>(draw: Drawer, some: readonly T[]): T => some[draw.below(some.length)] as T;

export interface Pool {
  readonly branch: string;
  readonly srno: number;
  readonly lines: number;
}

/** An action of a client: a call, and its effect in the ledger for each line if it succeeds. */
export interface Attempt {
  readonly user: string;
  readonly endpoint: string;
  readonly fields: readonly string[];
  readonly leaves: string;
  readonly lines: readonly string[];
}

/** Few requests for many clients, so that they often conflict. */
export async function makePool(admin: pg.Client): Promise<Pool[]> {
  const pool: Pool[] = [];
  const kinds = [
    {
      type: 'SP',
      handover: 'DEL',
      lines: [
        ['USD', 100],
        ['EUR', 50],
        ['USD', 30],
      ],
    },
    { type: 'SB', handover: 'DEL', lines: [['USD', 400]] },
    {
      type: 'PP',
      handover: 'DEL',
      lines: [
        ['USD', 70],
        ['EUR', 90],
      ],
    },
    { type: 'SP', handover: 'IN', lines: [['EUR', 40]] },
    { type: 'PB', handover: 'IN', lines: [['USD', 60]] },
  ] as const;
  for (const [branch, hands] of Object.entries(HANDS))
    for (const kind of kinds) {
      const srnos = await addApproved(admin, { branch, deliveryExecutive: hands[0] ?? '', ...kind }, 3);
      pool.push(...srnos.map((srno) => ({ branch, srno, lines: kind.lines.length })));
    }
  return pool;
}

/** A selection of lines, mostly of one request. */
function selection(draw: Drawer, pool: readonly Pool[]) {
  const first = oneOf(draw, pool);
  const chosen = draw.chance(0.2)
    ? [
        first,
        oneOf(
          draw,
          pool.filter(({ branch }) => branch === first.branch),
        ),
      ]
    : [first];
  const lines = chosen.flatMap(({ srno, lines: count }) =>
    Array.from({ length: count }, (_, index) => ({ srno, lno: index + 1 })).filter(() => draw.chance(0.7)),
  );
  return {
    branch: first.branch,
    request: first,
    lines: [...new Map(lines.map((line) => [key(line), line])).values()],
  };
}
const key = ({ srno, lno }: { readonly srno: number; readonly lno: number }) => `${srno}/${lno}`;

type Line = { readonly srno: number; readonly lno: number };
/** Queries a list, as a user does before choosing. */
export type Look = (
  user: string,
  endpoint: string,
  search: object,
  action?: string,
) => Promise<readonly Line[]>;

/** The share of attempts based on the list; the others are random. */
const KNOWING = 0.75;

export async function plan(draw: Drawer, pool: readonly Pool[], look: Look): Promise<Attempt> {
  const { branch, request, lines: guessed } = selection(draw, pool);
  const [vault, hands] = [`V${branch}`, HANDS[branch] ?? []];
  // Occasionally a random user tries, who may belong to another branch.
  const stranger = draw.chance(0.03) ? oneOf(draw, USERS) : null;
  const keeper = stranger ?? `bm.${branch.toLowerCase()}`;
  const anyone =
    stranger ??
    oneOf(
      draw,
      USERS.filter((name) => name.endsWith(branch.toLowerCase())),
    );
  const chosen = async (
    endpoint: string,
    by: string,
    search: object,
    action?: string,
  ): Promise<readonly Line[]> => {
    if (!draw.chance(KNOWING)) return guessed;
    const shown = await look(by, endpoint, search, action);
    return shown.filter(() => draw.chance(3 / Math.max(3, shown.length)));
  };
  const attempt = (
    by: string,
    endpoint: string,
    leaves: string,
    lines: readonly Line[],
    action: string,
    content: object,
  ) => ({
    user: by,
    endpoint,
    leaves,
    lines: lines.map(key),
    fields: [action, JSON.stringify(content)],
  });
  const step = (by: string, action: string, leaves: string, ...more: readonly object[]): Attempt => ({
    user: by,
    endpoint: 'delivery_a.php',
    leaves,
    lines: [String(request.srno)],
    fields: [action, String(request.srno), ...more.map((field) => JSON.stringify(field))],
  });
  // The keeper of the vault does half of the moves, any user the others.
  const mover = draw.chance(0.5) ? keeper : anyone;
  const move = async (fromemp: string, toemp: string) => {
    const search = { srchMovement: 'OUT', srchBranch: branch, reqDeliveryExecutive: fromemp };
    const moveList = await chosen('cnout_a.php', mover, search);
    return attempt(mover, 'cnout_a.php', 'out', moveList, 'move', { moveList, fromemp, toemp });
  };
  const callBack = async (fromemp: string) => {
    const search = { srchBranch: branch, reqDeliveryExecutive: fromemp };
    const backList = await chosen('cnout_a.php', mover, search, 'transit');
    return attempt(mover, 'cnout_a.php', 'callback', backList, 'callback', { backList, fromemp });
  };
  const decide = async (endpoint: string, leaves: string, flag: string) => {
    const acceptList = await chosen(endpoint, anyone, { deliveryExecutive: '', srchBranch: branch });
    return attempt(anyone, endpoint, leaves, acceptList, 'accept', { acceptList, flag });
  };
  const roll = draw.below(100);
  if (roll < 22) return move(vault, oneOf(draw, hands));
  if (roll < 36) return move(oneOf(draw, hands), draw.chance(0.5) ? vault : oneOf(draw, hands));
  if (roll < 44) return callBack(draw.chance(0.6) ? vault : oneOf(draw, hands));
  if (roll < 60) return decide('cnaccept_a.php', 'accept', 'Y');
  if (roll < 67) return decide('cnaccept_a.php', 'reject', 'N');
  if (roll < 76) return decide('cnraccept_a.php', 'return', 'Y');
  if (roll < 80) return step(keeper, 'schedule', 'schedule');
  if (roll < 88) return step(anyone, 'deliver', 'delivered');
  if (roll < 92) return step(anyone, 'handover', 'hand over');
  return step(keeper, 'undo', 'undo', { reason: 'drill' });
}

/** Makes the manager of Mumbai also an executive, who keeps the vault and carries notes. */
export async function addKeeperExecutive(admin: pg.Client): Promise<void> {
  await admin.query(
    `with added as (
       insert into masters.employee (code, name, branch, kind, delivery)
       select 'E113', 'Bhavna Shah', srno, 'P', true from masters.entity where id = 'MUM' returning code
     )
     update access.account set employee_code = added.code from added where user_id = 'bm.mum'`,
  );
}

export interface Outcome extends Attempt {
  readonly done: boolean;
  readonly said: string;
}

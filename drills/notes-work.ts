import type pg from 'pg';
import { addApproved } from '#tools/testing/notes.ts';

/** What the clients of the notes drill try, drawn by chance and the same for the same seed. */

export const USERS = ['bm.mum', 'dlv1.mum', 'dlv2.mum', 'bm.del', 'dlv.del'] as const;
export const HANDS: Readonly<Record<string, readonly string[]>> = { MUM: ['E111', 'E112'], DEL: ['E211'] };

/** The same numbers for the same seed. */
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

/** What a client tries: a call, and what it leaves in the ledger for each line if it succeeds. */
export interface Attempt {
  readonly user: string;
  readonly endpoint: string;
  readonly fields: readonly string[];
  readonly leaves: string;
  readonly lines: readonly string[];
}

/** Few requests for many clients, so that they are always in each other's way. */
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
/** Asks a list, as a person does before choosing. */
export type Look = (
  user: string,
  endpoint: string,
  search: object,
  action?: string,
) => Promise<readonly Line[]>;

/** Mostly what the list shows, now and then whatever comes to mind. */
const KNOWING = 0.75;

export async function plan(draw: Drawer, pool: readonly Pool[], look: Look): Promise<Attempt> {
  const { branch, request, lines: guessed } = selection(draw, pool);
  const [vault, hands] = [`V${branch}`, HANDS[branch] ?? []];
  // Now and then somebody who has no business there.
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
  const move = async (fromemp: string, toemp: string) => {
    const search = { srchMovement: 'OUT', srchBranch: branch, reqDeliveryExecutive: fromemp };
    const moveList = await chosen('cnout_a.php', keeper, search);
    return attempt(keeper, 'cnout_a.php', 'out', moveList, 'move', { moveList, fromemp, toemp });
  };
  const callBack = async (fromemp: string) => {
    const search = { srchBranch: branch, reqDeliveryExecutive: fromemp };
    const backList = await chosen('cnout_a.php', keeper, search, 'transit');
    return attempt(keeper, 'cnout_a.php', 'callback', backList, 'callback', { backList, fromemp });
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

export interface Outcome extends Attempt {
  readonly done: boolean;
  readonly said: string;
}

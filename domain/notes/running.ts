import { exact, sumExact, timesExact, type Exact } from '../money.ts';

/** So many of one product in one currency. */
export interface Amount {
  readonly product: string;
  readonly isd: string;
  readonly quantity: string;
}

export const negated = (quantity: Exact): Exact => timesExact(quantity, -1);

const NOTHING = exact('0');
const keyOf = ({ product, isd }: Omit<Amount, 'quantity'>) => `${product} ${isd}`;
const inOrder = <T extends Omit<Amount, 'quantity'>>(all: Iterable<T>): T[] =>
  [...all].sort((first, second) => (keyOf(first) < keyOf(second) ? -1 : 1));

export interface Account {
  readonly product: string;
  readonly isd: string;
  readonly opening: Exact;
  readonly in: Exact;
  readonly out: Exact;
  readonly balance: Exact;
}

/** What one movement does: into or out of what is looked at, and what there is afterwards. */
export interface Step {
  readonly in: Exact | null;
  readonly out: Exact | null;
  readonly balance: Exact;
}

const NO_ACCOUNT = { opening: NOTHING, in: NOTHING, out: NOTHING, balance: NOTHING } as const;

/** Balances carried from movement to movement, one account for each product and currency. */
export class Running {
  readonly #accounts = new Map<string, Account>();

  constructor(openings: readonly Amount[]) {
    for (const { product, isd, quantity } of openings) {
      const opening = exact(quantity);
      const account = { ...NO_ACCOUNT, product, isd, opening, balance: opening };
      this.#accounts.set(keyOf(account), account);
    }
  }

  /** A movement, above zero where it comes in. */
  add({ product, isd, quantity }: Amount): Step {
    const moved = exact(quantity);
    const taken = moved.startsWith('-') ? negated(moved) : null;
    const had = this.#accounts.get(keyOf({ product, isd })) ?? { ...NO_ACCOUNT, product, isd };
    const balance = sumExact([had.balance, moved]);
    this.#accounts.set(keyOf(had), {
      ...had,
      in: taken === null ? sumExact([had.in, moved]) : had.in,
      out: taken === null ? had.out : sumExact([had.out, taken]),
      balance,
    });
    return { in: taken === null ? moved : null, out: taken, balance };
  }

  /** By product and currency. */
  accounts(): Account[] {
    return inOrder(this.#accounts.values());
  }
}

/** Added up by product and currency; what comes to nothing is left out. */
export function sumAmounts(amounts: readonly Amount[]): (Amount & { readonly quantity: Exact })[] {
  const groups = Map.groupBy(amounts, keyOf);
  const sums = [...groups.values()].map(([first, ...more]) => ({
    product: first?.product ?? '',
    isd: first?.isd ?? '',
    quantity: sumExact([first, ...more].map((each) => exact(each?.quantity ?? '0'))),
  }));
  return inOrder(sums.filter(({ quantity }) => quantity !== NOTHING));
}

import { exact, sumExact, timesExact, type Exact } from '../money.ts';

/** A quantity of one product in one currency. */
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

/** The effect of one movement: the quantity in or out, and the balance afterwards. */
export interface Step {
  readonly in: Exact | null;
  readonly out: Exact | null;
  readonly balance: Exact;
}

const NO_ACCOUNT = { opening: NOTHING, in: NOTHING, out: NOTHING, balance: NOTHING } as const;

/** Running balances, one account for each product and currency. */
export class Running {
  readonly #accounts = new Map<string, Account>();

  constructor(openings: readonly Amount[]) {
    for (const { product, isd, quantity } of openings) {
      const opening = exact(quantity);
      const account = { ...NO_ACCOUNT, product, isd, opening, balance: opening };
      this.#accounts.set(keyOf(account), account);
    }
  }

  /** Adds a movement; a positive quantity comes in. */
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

  /** The accounts, sorted by product and currency. */
  accounts(): Account[] {
    return inOrder(this.#accounts.values());
  }
}

/** The sums by product and currency, without zero sums. */
export function sumAmounts(amounts: readonly Amount[]): (Amount & { readonly quantity: Exact })[] {
  const groups = Map.groupBy(amounts, keyOf);
  const sums = [...groups.values()].map(([first, ...more]) => ({
    product: first?.product ?? '',
    isd: first?.isd ?? '',
    quantity: sumExact([first, ...more].map((each) => exact(each?.quantity ?? '0'))),
  }));
  return inOrder(sums.filter(({ quantity }) => quantity !== NOTHING));
}

import { compareExact, exact, sumExact, type Exact } from '#domain/money.ts';

/** One transfer in the ledger, with its holders by code (TRANSIT, CUSTOMER and OUTSIDE for a branch's own). */
export interface LedgerTransfer {
  readonly id: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly isd: string;
  readonly quantity: string;
  readonly fromAfter: string;
  readonly toAfter: string;
  readonly line: string | null;
  readonly reverses: string | null;
}

const minus = (value: string): Exact => exact(value.startsWith('-') ? value.slice(1) : `-${value}`);
const isContra = (holder: string) => holder === 'CUSTOMER' || holder === 'OUTSIDE';
const isPerson = (holder: string) => /^E/.test(holder);
const isVault = (holder: string) => /^V/.test(holder);

/**
 * The possible places of a line's notes: at home (in the vault, or still with the customer), out, or done (delivered or
 * handed over).
 */
type Place = 'home' | 'TRANSIT' | 'done' | (string & {});

/**
 * A minimal independent model of the ledger: it takes transfers one after another and reports their faults. It shares
 * only the arithmetic with the product.
 */
export class NotesModel {
  readonly faults: string[] = [];
  readonly balances = new Map<string, Exact>();
  readonly places = new Map<string, Place>();
  readonly #senders = new Map<string, string>();
  readonly #told = new Map<string, LedgerTransfer>();
  readonly #reversed = new Set<string>();

  take(told: LedgerTransfer): void {
    const { from, to, isd, quantity, id } = told;
    this.#told.set(id, told);
    this.#move(told, from, isd, minus(quantity), told.fromAfter);
    this.#move(told, to, isd, exact(quantity), told.toAfter);
    const why = this.#whyIllegal(told);
    if (why !== null) this.faults.push(`transfer ${id} (${told.kind}, line ${told.line ?? '-'}): ${why}`);
  }

  #move(told: LedgerTransfer, holder: string, isd: string, by: Exact, remembered: string): void {
    const key = `${holder} ${isd}`;
    const now = sumExact([this.balances.get(key) ?? exact('0'), by]);
    this.balances.set(key, now);
    if (compareExact(now, exact('0')) < 0 && !isContra(holder))
      this.faults.push(`transfer ${told.id}: ${holder} goes below zero`);
    if (compareExact(now, exact(remembered)) !== 0)
      this.faults.push(`transfer ${told.id}: ${holder} has ${now}, the ledger remembers ${remembered}`);
  }

  /** The fault of a transfer after the earlier ones, or null; a valid transfer moves the line. */
  #whyIllegal(told: LedgerTransfer): string | null {
    const { kind, from, to, line } = told;
    if (kind === 'stock') return from === 'OUTSIDE' || to === 'OUTSIDE' ? null : 'stock comes from outside';
    if (line === null) return 'it is of no line';
    if (kind === 'reverse') return this.#reverse(told, line);
    const place = this.places.get(line) ?? 'home';
    const isAt = (expected: Place) =>
      place === expected ? null : `its notes were ${place}, not ${expected}`;
    const go = (fault: string | null, next: Place) => {
      if (fault === null) this.places.set(line, next);
      return fault;
    };
    switch (kind) {
      case 'out':
        this.#senders.set(line, from);
        return go(isVault(from) ? isAt('home') : isAt(from), 'TRANSIT');
      case 'accept':
        return go(isAt('TRANSIT'), isVault(to) ? 'home' : to);
      case 'return':
        return go(
          isAt('TRANSIT') ?? (this.#senders.get(line) === to ? null : 'it did not return to its sender'),
          isVault(to) ? 'home' : to,
        );
      case 'deliver':
        return go(isPerson(from) && to === 'CUSTOMER' ? isAt(from) : 'from no person to a customer', 'done');
      case 'collect':
        return go(from === 'CUSTOMER' && isPerson(to) ? isAt('home') : 'not from a customer', to);
      case 'hand over':
        return go(isVault(from) || isVault(to) ? isAt('home') : 'without a vault', 'done');
      default:
        return 'of no known kind';
    }
  }

  #reverse(told: LedgerTransfer, line: string): string | null {
    const wrong = this.#told.get(told.reverses ?? '');
    if (wrong === undefined) return 'it reverses nothing';
    if (this.#reversed.has(wrong.id)) return 'what it reverses was reversed before';
    this.#reversed.add(wrong.id);
    if (
      wrong.from !== told.to ||
      wrong.to !== told.from ||
      wrong.quantity !== told.quantity ||
      wrong.line !== line
    )
      return 'it is not the mirror of what it reverses';
    const was = wrong.kind === 'collect' ? wrong.to : 'done';
    const place = this.places.get(line) ?? 'home';
    if (place !== was) return `its notes were ${place}, not ${was}`;
    this.places.set(line, wrong.kind === 'deliver' ? wrong.from : 'home');
    return null;
  }
}

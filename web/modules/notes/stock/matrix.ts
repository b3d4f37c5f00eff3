import type { StockRow } from '#contract/notes/stock.ts';
import { sumDecimals } from '#domain/numbers.ts';

/** A branch's stock of one currency, by kind of holder. */
export interface CurrencyStock {
  readonly product: string;
  readonly isd: string;
  readonly currencyName: string;
  readonly flag: string;
  readonly inVault: string;
  readonly people: readonly StockRow[];
  readonly withPeople: string;
  readonly transit: string;
  readonly total: string;
}

const total = (rows: readonly StockRow[]) => sumDecimals(rows.map(({ quantity }) => quantity));

/** Converts the holders' stock to one row per currency, in the order of the rows. */
export function matrixOf(rows: readonly StockRow[]): readonly CurrencyStock[] {
  const groups = [...Map.groupBy(rows, ({ product, isd }) => `${isd} ${product}`).values()];
  return groups.map((own) => {
    const people = own.filter(({ kind }) => kind === 'P');
    return {
      product: own[0]?.product ?? '',
      isd: own[0]?.isd ?? '',
      currencyName: own[0]?.currencyName ?? '',
      flag: own[0]?.currencyFlag ?? '',
      inVault: total(own.filter(({ kind }) => kind === 'V')),
      people,
      withPeople: total(people),
      transit: total(own.filter(({ kind }) => kind === 'T')),
      total: total(own),
    };
  });
}

/** A vault's current stock of a currency according to the ledger. */
export const inVault = (rows: readonly StockRow[], isd: string): string =>
  rows.find((row) => row.kind === 'V' && row.isd === isd)?.quantity ?? '0';

import { addDays } from '#domain/dates.ts';
import { exact, NO_RUPEES } from '#domain/money.ts';
import { totalsOf, type Totals } from '#domain/requests/charges.ts';
import { schemeById, schemeOn, type SchemeStart, type TaxScheme } from '#domain/requests/schemes.ts';

/** Typical sale amounts on both sides of the slabs. */
const SAMPLES = ['20000', '100000', '500000', '1500000'] as const;

const priced = (scheme: TaxScheme, forex: string): Totals =>
  totalsOf({
    type: 'SP',
    scheme,
    lines: [{ quantity: exact('1'), rate: exact(forex) }],
    addedCharges: NO_RUPEES,
    tcs: NO_RUPEES,
  });

export interface Preview {
  readonly before: TaxScheme;
  readonly after: TaxScheme;
  readonly samples: readonly { readonly before: Totals; readonly after: Totals }[];
}

/** The effect of a start: sales to the public priced by the scheme of the day before, and by the new one. */
export function previewOf(starts: readonly SchemeStart[], start: SchemeStart): Preview {
  const before = schemeOn(starts, addDays(start.from, -1));
  const after = schemeById(start.scheme);
  return {
    before,
    after,
    samples: SAMPLES.map((forex) => ({ before: priced(before, forex), after: priced(after, forex) })),
  };
}

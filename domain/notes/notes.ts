import { sumDecimals } from '../numbers.ts';

/** Texts that the specification gives for CN Out, Accept and Return. */
export const NOTE_TEXTS = {
  nothingSelected: 'Please select some transactions.',
  noExecutive: 'Please select a valid executive',
  /** Not of the specification: somebody was faster. */
  movedMeanwhile: 'Some of these notes have moved or changed meanwhile. Please list them again.',
  notReceiver: 'Only the receiver can accept or reject these notes.',
  notSender: 'Only the sender can take these notes back.',
  countedElsewhere: 'Denominations are given for a line whose notes do not move.',
  countedTwice: 'A line is counted twice, and not in the same way.',
} as const;

export const MAX_REASON_CHARS = 250;

export interface NoteLine {
  readonly product: string;
  readonly isd: string;
  readonly quantity: string;
}

export interface NoteSum extends NoteLine {
  readonly lines: number;
}

/** Lines added up by product and currency, in the order of both. */
export function sumNotes(lines: readonly NoteLine[]): NoteSum[] {
  const groups = Map.groupBy(lines, ({ product, isd }) => `${product} ${isd}`);
  return [...groups]
    .sort(([first], [second]) => (first < second ? -1 : 1))
    .map(([, some]) => ({
      product: some[0]?.product ?? '',
      isd: some[0]?.isd ?? '',
      quantity: sumDecimals(some.map(({ quantity }) => quantity)),
      lines: some.length,
    }));
}

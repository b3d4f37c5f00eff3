import { sumDecimals } from '../numbers.ts';

/** Texts that the specification gives for CN Out, Accept and Return. */
export const NOTE_TEXTS = {
  nothingSelected: 'Please select some transactions.',
  noExecutive: 'Please select a valid executive',
  /** Not in the specification: another user moved the notes first. */
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

/** Lines summed by product and currency, sorted by both. */
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

import type { KeyRight } from '#domain/access/group.ts';
import { isRightKey, type RightFlags } from '#domain/rights.ts';

/** The flags of a right as letters: Q query, A add, E edit. */
export const lettersOf = ({ query, add, edit }: RightFlags): string =>
  `${query ? 'Q' : ''}${add ? 'A' : ''}${edit ? 'E' : ''}`;

/**
 * Rights as lines such as `COUNTRY QAE`, because a form stores, compares and reports text. The lines are sorted, so
 * that the order of ticking is not a change.
 */
export const toLines = (rights: readonly KeyRight[]): readonly string[] =>
  rights.map((right) => `${right.key} ${lettersOf(right)}`).sort();

export function fromLines(lines: readonly string[]): readonly KeyRight[] {
  return lines.flatMap((line) => {
    const [key = '', letters = ''] = line.split(' ');
    if (!isRightKey(key)) return [];
    return [{ key, query: letters.includes('Q'), add: letters.includes('A'), edit: letters.includes('E') }];
  });
}

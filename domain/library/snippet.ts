/** A piece of a text, and whether it is one of the words that were looked for. */
export interface MarkedPart {
  readonly text: string;
  readonly isMarked: boolean;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** A search finds the beginning of words of this length, and shorter words as they are. */
const MIN_BEGINNING_CHARS = 4;

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(WORD) ?? [];

/** Divides a text so that the words of a search can be shown marked. */
export function markWords(text: string, written: string): readonly MarkedPart[] {
  const wanted = wordsOf(written);
  const isWanted = (word: string) =>
    wanted.some((each) => word === each || (each.length >= MIN_BEGINNING_CHARS && word.startsWith(each)));
  const parts: MarkedPart[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isWanted(word.toLowerCase())) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isMarked: false });
    parts.push({ text: word, isMarked: true });
    end = index + word.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMarked: false });
  return parts;
}

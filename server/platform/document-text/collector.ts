/** The characters that neither words nor sentences need, and that PostgreSQL cannot store in part. */
const UNWANTED = /[\s\p{Cc}\p{Cf}\p{Zs}]+/gu;
/** Pieces are joined and cleaned in portions, so that a run of one-letter pieces costs no more than a long one. */
const PORTION_CHARS = 4_096;

/** Collects the text of a document up to a number of bytes in UTF-8. Every run of white space becomes one space. */
export class TextCollector {
  readonly #maxBytes: number;
  readonly #portions: string[] = [];
  #open = '';
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isFull(): boolean {
    return this.#bytes >= this.#maxBytes;
  }

  /** Adds text as it is: words are apart only if there is a space between them. */
  add(text: string): void {
    if (this.isFull) return;
    this.#open += text;
    if (this.#open.length >= PORTION_CHARS) this.#close();
  }

  /** The text. */
  end(): string {
    this.#close();
    return withinBytes(this.#portions.join(''), this.#maxBytes).trim();
  }

  #close(): void {
    const clean = this.#open.toWellFormed().replace(UNWANTED, ' ');
    this.#open = '';
    this.#portions.push(clean);
    this.#bytes += Buffer.byteLength(clean);
  }
}

/** The beginning of a text that has at most so many bytes, without half a character. */
function withinBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  // The bytes of a character after its first one begin with the bits 10.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}

import { SheetProblem } from './problem.ts';

/** Receives the elements of an XML document in order. Names come without their prefix; the root has depth 0. */
export interface XmlHandler {
  /** Whether the text at the current position is needed. */
  readonly wantsText: boolean;
  /** `attributes` is the text between the name and the end of the tag; see `readAttributes`. */
  open(name: string, depth: number, attributes: string): void;
  close(name: string, depth: number): void;
  text(text: string): void;
}

/** A tag, comment or CDATA section is not longer. Programs write tags of at most some thousand characters. */
const MAX_MARKUP_CHARS = 1024 * 1024;
/** A worksheet has at most a dozen levels. */
const MAX_DEPTH = 100;
/** The longest reference to a character: `&#1114111;`. */
const MAX_REFERENCE_CHARS = 10;

const LESS = 60;
const GREATER = 62;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const SLASH = 47;
const EQUALS = 61;
const AMPERSAND = 38;
const CARRIAGE_RETURN = 13;
const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9;

/**
 * Reads an XML document piece by piece. It holds only the markup that a piece has not completed. A document that is
 * not well-formed, or that declares its own entities, is unreadable.
 */
export class XmlReader {
  readonly #handler: XmlHandler;
  /** The open elements, with their prefixes. */
  readonly #path: string[] = [];
  readonly #localNames: string[] = [];
  #pending = '';
  #hasRoot = false;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  write(piece: string): void {
    const text = this.#pending + piece;
    let at = 0;
    for (;;) {
      const markup = text.indexOf('<', at);
      if (markup < 0) break;
      if (markup > at) this.#text(text, at, markup);
      const next = this.#markup(text, markup);
      if (next < 0) {
        if (text.length - markup > MAX_MARKUP_CHARS) throw new SheetProblem('unreadable');
        this.#pending = text.slice(markup);
        return;
      }
      at = next;
    }
    const complete = completeText(text, at);
    if (complete > at) this.#text(text, at, complete);
    this.#pending = text.slice(complete);
  }

  end(): void {
    if (this.#pending.startsWith('<') || this.#path.length > 0 || !this.#hasRoot)
      throw new SheetProblem('unreadable');
  }

  #text(text: string, start: number, end: number): void {
    if (!this.#handler.wantsText) return;
    const written = text.slice(start, end);
    this.#handler.text(decodeText(written));
  }

  /** The position after the markup that begins here, or -1 if it is not complete. */
  #markup(text: string, at: number): number {
    switch (text[at + 1]) {
      case undefined:
        return -1;
      case '/':
        return this.#endTag(text, at);
      case '?':
        return after(text, '?>', at);
      case '!':
        return this.#declaration(text, at);
      default:
        return this.#startTag(text, at);
    }
  }

  #startTag(text: string, at: number): number {
    const end = tagEnd(text, at + 1);
    if (end < 0) return -1;
    let nameEnd = at + 1;
    while (nameEnd < end && !isSpace(text.charCodeAt(nameEnd)) && text.charCodeAt(nameEnd) !== SLASH)
      nameEnd += 1;
    const isEmpty = text.charCodeAt(end - 1) === SLASH;
    const written = text.slice(at + 1, nameEnd);
    const depth = this.#path.length;
    if (written === '' || depth >= MAX_DEPTH || (depth === 0 && this.#hasRoot))
      throw new SheetProblem('unreadable');
    this.#hasRoot = true;
    const name = localName(written);
    this.#handler.open(name, depth, text.slice(nameEnd, isEmpty ? end - 1 : end));
    if (isEmpty) this.#handler.close(name, depth);
    else {
      this.#path.push(written);
      this.#localNames.push(name);
    }
    return end + 1;
  }

  #endTag(text: string, at: number): number {
    const end = text.indexOf('>', at);
    if (end < 0) return -1;
    const opened = this.#path.pop();
    if (opened === undefined || !text.startsWith(opened, at + 2)) throw new SheetProblem('unreadable');
    for (let rest = at + 2 + opened.length; rest < end; rest += 1)
      if (!isSpace(text.charCodeAt(rest))) throw new SheetProblem('unreadable');
    this.#handler.close(this.#localNames.pop() ?? '', this.#path.length);
    return end + 1;
  }

  #declaration(text: string, at: number): number {
    if (text.startsWith('<!--', at)) return after(text, '-->', at + 4);
    if (text.startsWith('<![CDATA[', at)) {
      const end = after(text, ']]>', at + 9);
      if (end >= 0 && this.#handler.wantsText) this.#handler.text(withLineFeeds(text.slice(at + 9, end - 3)));
      return end;
    }
    // The beginning of one of them, or a document type, which could declare entities.
    const begun = text.slice(at);
    if ('<!--'.startsWith(begun) || '<![CDATA['.startsWith(begun)) return -1;
    throw new SheetProblem('unreadable');
  }
}

/** The attributes of a tag, one after the other, under their names as written. */
export function readAttributes(attributes: string, take: (name: string, value: string) => void): void {
  let at = 0;
  for (;;) {
    while (isSpace(attributes.charCodeAt(at))) at += 1;
    if (at >= attributes.length) return;
    const start = at;
    while (
      at < attributes.length &&
      attributes.charCodeAt(at) !== EQUALS &&
      !isSpace(attributes.charCodeAt(at))
    )
      at += 1;
    const name = attributes.slice(start, at);
    while (isSpace(attributes.charCodeAt(at))) at += 1;
    if (attributes.charCodeAt(at) !== EQUALS) throw new SheetProblem('unreadable');
    at += 1;
    while (isSpace(attributes.charCodeAt(at))) at += 1;
    const quote = attributes.charCodeAt(at);
    const end = attributes.indexOf(quote === SINGLE_QUOTE ? "'" : '"', at + 1);
    if ((quote !== SINGLE_QUOTE && quote !== DOUBLE_QUOTE) || end < 0) throw new SheetProblem('unreadable');
    take(name, decodeReferences(attributes.slice(at + 1, end)));
    at = end + 1;
  }
}

/** The attributes of a tag by their names as written. For tags that are rare. */
export function attributesOf(attributes: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  readAttributes(attributes, (name, value) => found.set(name, value));
  return found;
}

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The position of the `>` that ends a tag; one within quotes does not. */
function tagEnd(text: string, from: number): number {
  let quote = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === GREATER) return at;
    else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) quote = code;
    else if (code === LESS) throw new SheetProblem('unreadable');
  }
  return -1;
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? -1 : at + end.length;
}

/** The end of the text that does not depend on the next piece: a reference or a line end may be cut in two. */
function completeText(text: string, from: number): number {
  for (let at = Math.max(from, text.length - MAX_REFERENCE_CHARS); at < text.length; at += 1)
    if (text.charCodeAt(at) === AMPERSAND && !text.includes(';', at)) return at;
  return text.length > from && text.charCodeAt(text.length - 1) === CARRIAGE_RETURN
    ? text.length - 1
    : text.length;
}

const decodeText = (text: string): string => decodeReferences(withLineFeeds(text));

/** XML has one kind of line end. */
const withLineFeeds = (text: string): string =>
  text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text;

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeReferences(text: string): string {
  let at = text.indexOf('&');
  if (at < 0) return text;
  let decoded = '';
  let start = 0;
  for (; at >= 0; at = text.indexOf('&', start)) {
    const end = text.indexOf(';', at);
    if (end < 0 || end - at > MAX_REFERENCE_CHARS) throw new SheetProblem('unreadable');
    decoded += text.slice(start, at) + characterOf(text.slice(at + 1, end));
    start = end + 1;
  }
  return decoded + text.slice(start);
}

function characterOf(reference: string): string {
  const named = NAMED[reference];
  if (named !== undefined) return named;
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(reference) ?? [];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  if (!(code <= 0x10ffff)) throw new SheetProblem('unreadable');
  return String.fromCodePoint(code);
}

/** A piece of a sentence: plain text, a text of the screen, a key, or a link to another page. */
export type Piece =
  | string
  | readonly ['shown', string]
  | readonly ['key', string]
  | readonly ['link', page: string, text: string];
export type Sentence = readonly Piece[];

export type Block =
  | readonly ['heading', string]
  | readonly ['text', Sentence]
  | readonly ['points' | 'steps', readonly Sentence[]];

/** One page of docs/help, as tools/build/help.ts reads it. */
export interface HelpPage {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** Headings that many pages have, so that a search for them would find every page. */
export const USUAL_HEADINGS: readonly string[] = ['Keys', 'Messages', 'Who may do what'];

export const headingsOf = ({ blocks }: HelpPage): readonly string[] =>
  blocks.flatMap((block) => (block[0] === 'heading' ? [block[1]] : []));

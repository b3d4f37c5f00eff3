import { marked, type Token, type Tokens } from 'marked';
import { basename } from 'node:path';
import type { Plugin } from 'vite';
import type { Block, HelpPage, Piece, Sentence } from '../../web/app/help/page.ts';

const PAGES = /\/docs\/help\/[^/]+\.md$/;
/** How a page writes a key, and what web/ui/keys.ts calls it. */
const KEY_NAMES: Readonly<Record<string, string>> = { esc: 'escape', '↑ ↓': 'arrows' };

function refuse(token: Token, why: string): never {
  throw new Error(`${why}: ${token.raw.trim().slice(0, 80)}`);
}

function pieceOf(token: Token): Piece {
  switch (token.type) {
    case 'text':
    case 'escape':
      return (token as Tokens.Text).text;
    case 'strong':
      return ['shown', (token as Tokens.Strong).text];
    case 'codespan': {
      const key = (token as Tokens.Codespan).text.toLowerCase();
      return ['key', KEY_NAMES[key] ?? key];
    }
    case 'link': {
      const { href, text } = token as Tokens.Link;
      if (!/^[\w-]+\.md$/.test(href)) refuse(token, 'A help page links only to other help pages');
      return ['link', basename(href, '.md'), text];
    }
    default:
      return refuse(token, `A help page has no ${token.type}`);
  }
}

const sentenceOf = (tokens: readonly Token[] | undefined): Sentence => (tokens ?? []).map(pieceOf);

function itemOf(item: Tokens.ListItem): Sentence {
  const [only, ...others] = item.tokens;
  if (only === undefined || others.length > 0 || !['text', 'paragraph'].includes(only.type))
    refuse(item, 'A point of a help page is one line');
  return sentenceOf((only as Tokens.Text).tokens);
}

function blockOf(token: Token): Block {
  switch (token.type) {
    case 'heading':
      if ((token as Tokens.Heading).depth !== 2)
        refuse(token, 'A help page has headings of the second level');
      return ['heading', (token as Tokens.Heading).text];
    case 'paragraph':
      return ['text', sentenceOf((token as Tokens.Paragraph).tokens)];
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return [ordered ? 'steps' : 'points', items.map(itemOf)];
    }
    default:
      return refuse(token, `A help page has no ${token.type}`);
  }
}

/**
 * Reads a help page into the few parts that the browser draws. Everything else, raw HTML above all, is refused, so that
 * nothing needs to be sanitised and no library of Markdown is sent to the browser.
 */
export function readHelpPage(markdown: string): HelpPage {
  const [title, ...rest] = marked.lexer(markdown).filter(({ type }) => type !== 'space');
  if (title?.type !== 'heading' || (title as Tokens.Heading).depth !== 1)
    throw new Error('A help page begins with its title');
  return { title: (title as Tokens.Heading).text, blocks: rest.map(blockOf) };
}

/** Builds the pages of docs/help into the application. */
export function help(): Plugin {
  return {
    name: 'help',
    transform(code, id) {
      if (!PAGES.test(id)) return null;
      try {
        return { code: `export default ${JSON.stringify(readHelpPage(code))}`, map: null, moduleType: 'js' };
      } catch (error) {
        throw new Error(`${id}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
    },
  };
}

import { expect, it } from 'vitest';
import { escapeHtml, html } from './html.ts';

const HOSTILE = `</td><script>alert("x")</script>'&amp;`;
const HARMLESS = '&lt;/td&gt;&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;amp;';

it('escapes every value, between tags and in quoted attributes', () => {
  expect(escapeHtml(HOSTILE)).toBe(HARMLESS);
  expect(html`<a title="${HOSTILE}">${HOSTILE}</a>`.toString()).toBe(
    `<a title="${HARMLESS}">${HARMLESS}</a>`,
  );
});

it('leaves its own markup unescaped, in lists too, and accepts numbers', () => {
  const cells = [1, 2].map((number) => html`<b>${number}</b>`);
  expect(html`<p>${cells}${['<i>', HOSTILE]}</p>`.toString()).toBe(
    `<p><b>1</b><b>2</b>&lt;i&gt;${HARMLESS}</p>`,
  );
});

it('does not accept an object that only looks like markup', () => {
  const posing = { toString: () => '<script>' } as unknown as string;
  expect(() => html`<p>${posing}</p>`).toThrow();
});

/** Characters that XML cannot hold at all. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is looked for
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
// oxlint-disable-next-line no-control-regex -- control characters among them
const NEEDS_CARE = /[\u0000-\u0008\u000b-\u001f&<>"_\ud800-\udfff\ufffe\uffff]/;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for XML: escaped, complete characters only, and line ends as Excel stores them. */
export function xmlText(text: string): string {
  if (!NEEDS_CARE.test(text)) return text;
  return (
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      .replace(ILLEGAL, '')
      // Excel reads _x0041_ as the letter A, so the underscore itself is escaped.
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
  );
}

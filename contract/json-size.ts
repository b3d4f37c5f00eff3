const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Deeper than any value of the API. */
const MAX_DEPTH = 16;

/**
 * Whether a JSON text stays within the maximum depth and number of values. It scans the text once. Parsing and
 * validating cost many times as much for each value, and they block all other requests meanwhile.
 */
export function isWithinSize(json: string, maxValues: number): boolean {
  let depth = 0;
  let values = 1;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (isInText) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isInText = false;
      continue;
    }
    if (code === QUOTE) isInText = true;
    else if (code === COMMA) values += 1;
    else if (OPENING.has(code)) {
      depth += 1;
      values += 1;
    } else if (CLOSING.has(code)) depth -= 1;
    if (depth > MAX_DEPTH || values > maxValues) return false;
  }
  return true;
}

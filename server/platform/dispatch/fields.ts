import { malformed } from './problems.ts';

/** More than any call of the specification has. */
const MAX_FIELDS = 20;

const decode = (part: string): string => {
  if (!/[%+]/.test(part)) return part;
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    throw malformed('A field is not properly encoded.');
  }
};

/**
 * The positional fields of a form-encoded body, parsed strictly: named 1 to n, each once, without gaps. Query-string
 * libraries tolerate violations of this, and two layers could then read the same body differently.
 */
export function readFields(body: string): string[] {
  const fields: string[] = [];
  if (body === '') throw malformed('There are no fields.');
  const parts = body.split('&', MAX_FIELDS + 1);
  if (parts.length > MAX_FIELDS) throw malformed('There are too many fields.');
  for (const part of parts) {
    const cut = part.indexOf('=');
    const name = cut < 0 ? part : part.slice(0, cut);
    if (!/^[1-9]\d?$/.test(name)) throw malformed('Fields are named by their position, from 1.');
    const position = Number(name) - 1;
    if (fields[position] !== undefined) throw malformed(`Field ${name} is given twice.`);
    const value = cut < 0 ? '' : decode(part.slice(cut + 1));
    if (value.includes('\0')) throw malformed(`Field ${name} holds a character that no text has.`);
    fields[position] = value;
  }
  for (let position = 0; position < fields.length; position += 1)
    if (fields[position] === undefined) throw malformed(`Field ${position + 1} is missing.`);
  return fields;
}

import type { Body, Received } from '../calls/send.ts';

/** The allowed statuses; a server error (5xx) is a fault. */
const STATUSES: ReadonlySet<number> = new Set([200, 400, 401, 403, 404, 409, 413, 429]);

/** Texts that occur only in internals of the product. */
const INSIDES: readonly RegExp[] = [
  /\bat (?:async )?[\w.<>]+ \(/,
  /:\d+:\d+\)/,
  /node:internal|node_modules/,
  /\b(?:Type|Range|Reference|Syntax|Assertion)Error\b/,
  /\b[\w-]+\.(?:[cm]?[jt]s|sql|php)\b/,
  /\/(?:home|usr|etc|var|server|contract|domain)\/\w/,
  /\b(?:select|insert into|update|delete from|returning)\b .*\b(?:from|values|set|where)\b/i,
  /\b(?:relation|column|constraint|operator|function) "?\w+"? (?:does not exist|violates)/i,
  /violates .* constraint|syntax error|invalid input (?:syntax|value)|invalid byte sequence/i,
  /\bpg_\w+|\bpostgres|\bfastify|\bzod\b|\bFST_|\bECONN|\b\d{2}[0-9A-Z]{3}\b.*SQLSTATE/i,
];

/** The messages of a reply: the whole text of a refusal, and only the texts beside the data of an answer. */
function sentences({ status, json, bytes }: Received): string {
  if (status !== 200) return bytes.toString();
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return '';
  const { err, error, msg } = json as Record<string, unknown>;
  return [err, error, msg].filter((each) => typeof each === 'string').join('\n');
}

/** The sent text in all its decodings, so that an echo does not count as a leak. */
function everythingSaid({ bytes }: Body): string {
  const text = bytes.toString();
  const decoded = text.replace(/%[0-9a-f]{2}/gi, (escape) =>
    String.fromCharCode(parseInt(escape.slice(1), 16)),
  );
  return `${text}\n${decoded}`;
}

/** The fault in a reply to a bad request, as a sentence; null if there is none. */
export function faultOf(received: Received, sent: Body): string | null {
  const { status, isJson, bytes, headers } = received;
  const shown = bytes.toString().slice(0, 300);
  if (!STATUSES.has(status)) return `answered ${status}: ${shown}`;
  const isFile = headers['content-disposition'] !== undefined;
  const isStream = headers['content-type'] === 'text/event-stream';
  if (!isJson && !(status === 200 && (isFile || isStream)))
    return `answered ${status} with no JSON: ${shown}`;
  const told = sentences(received);
  for (const inside of INSIDES) {
    const found = inside.exec(told)?.[0];
    if (found !== undefined && !everythingSaid(sent).includes(found))
      return `tells of its inside (${found}): ${shown}`;
  }
  return null;
}

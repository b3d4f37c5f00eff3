/** The common parts of every call, shared by the page and the OpenAPI file. */

export const STATUSES = {
  200: 'Done; or a refusal that the user should read, with its text in `err` (`error` for uploads).',
  400: 'The fields are malformed: missing, given twice, too many, or not readable.',
  401: 'There is no such session, or not any more: `{"status":"MSG0002"}`.',
  403: 'The right or the branch is refused, or the password must be changed first.',
  404: 'There is no such service or record.',
  409: 'Someone else saved first (with `changedby`, `changedat`, `version`), or the key was used for something else.',
  413: 'The body or the file is too large.',
  429: 'Too many attempts; wait.',
  500: 'Our fault: `{"status":"ERR0000","err":…,"incident":…}`; the incident is in the log.',
  503: 'The server is busy, stopping or without its database; try again. `outcome` says whether anything was changed: `nothing`, or `unknown` when the database was lost during the commit.',
} as const satisfies Readonly<Record<number, string>>;

export const HEADERS = [
  [
    '`If-Match`',
    'request',
    'The version that was seen, as `ETag` gave it. A save of another version is refused with 409.',
  ],
  ['`ETag`', 'reply', 'The version of the record read or saved.'],
  [
    '`Idempotency-Key`',
    'request',
    'Up to 100 printable characters of the client. A write or an upload repeated under its key happens once and is answered the same.',
  ],
  ['`Retry-After`', 'reply', 'With 429 and 503: the seconds after which to try again.'],
  ['`x-next`', 'reply', 'The key of the next page of a list, for `after`; absent at the end.'],
] as const;

export const EFFECTS = [
  ['`read`', 'Changes nothing.'],
  ['`watched`', 'Reads, and leaves a trail entry of who read.'],
  ['`write`', 'One transaction with its trail entry; idempotent by key.'],
  ['`outside`', 'Short transactions with work outside the database between them.'],
] as const;

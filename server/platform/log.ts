import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';

import { currentWork } from './current-work.ts';

export type Log = Logger;

/**
 * Names of values that must never be logged, anywhere in an object. The fields of calls have numbers for names, so
 * bodies are not logged at all. These names cover headers, settings and errors that carry them.
 */
const SECRET_NAMES = [
  'password',
  'old',
  'new',
  'rnew',
  'session',
  'sid',
  'token',
  'secret',
  'authorization',
  'cookie',
  'hash',
  'pan',
  'reqPan',
  'enPan',
  'reqTravIdNo',
  'reqRemitterAcctNo',
  'idNumber',
  'accountNumber',
  'bankacctno',
];

const paths = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*["${name}"]`]);

/**
 * A session id or token is 43 base64url characters; a PAN five letters, four digits, a letter; an Aadhaar number twelve
 * digits.
 */
const SECRET_SHAPES =
  /(?<![\w-])[\w-]{43}(?![\w-])|\b[A-Z]{5}\d{4}[A-Z]\b|\b\d{4}[ -]?\d{4}[ -]?\d{4}\b|:\/\/[^/\s:@]+:[^/\s@]+@/g;

export const withoutSecrets = (text: string): string => text.replace(SECRET_SHAPES, '[hidden]');

/** Every line that belongs to a request or a job names it. */
function workFields(): object {
  const work = currentWork();
  return work === undefined ? {} : { request: work.id };
}

export function makeLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      mixin: workFields,
      timestamp: stdTimeFunctions.isoTime,
      redact: { paths: [...new Set(paths)], censor: '[hidden]' },
      serializers: {
        err: (error: unknown) =>
          error instanceof Error
            ? {
                type: error.name,
                message: withoutSecrets(error.message),
                stack: withoutSecrets(error.stack ?? ''),
                ...('code' in error ? { code: error.code } : {}),
                ...('constraint' in error ? { constraint: error.constraint } : {}),
              }
            : { type: 'unknown', message: withoutSecrets(String(error)) },
      },
      hooks: {
        logMethod(given, method) {
          const cleaned = given.map((part) => (typeof part === 'string' ? withoutSecrets(part) : part));
          method.apply(this, cleaned as Parameters<typeof method>);
        },
      },
    },
    ...(destination === undefined ? [] : [destination]),
  );
}

import { STEP_UP_KINDS } from '#domain/access/factors.ts';
import { CHECKED_KINDS } from '#domain/access/proposals.ts';
import type { Config } from '#server/platform/config.ts';
import { advice, fault, ok, type Finding } from './finding.ts';

interface Concern {
  readonly about: string;
  readonly verdict: 'advice' | 'fault';
  readonly applies: (config: Config) => boolean;
  readonly text: string;
}

const isLocal = (url: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/** The settings that are dangerous, or less safe than they could be, in an installation that handles money. */
const CONCERNS: readonly Concern[] = [
  {
    about: 'PUBLIC_URL',
    verdict: 'fault',
    applies: ({ PUBLIC_URL: url }) => !url.startsWith('https://') && !isLocal(url),
    text: 'is not an https:// address: passwords and sessions would travel in the clear.',
  },
  {
    about: 'PUBLIC_URL',
    verdict: 'fault',
    applies: ({ PUBLIC_URL: url }) => isLocal(url),
    text: 'names this machine: links in mails would work nowhere else.',
  },
  {
    about: 'MAIL_FROM',
    verdict: 'fault',
    applies: ({ MAIL_FROM: from }) => /@localhost>?$/.test(from),
    text: 'ends in @localhost: mails with links would be refused.',
  },
  {
    about: 'LOG_LEVEL',
    verdict: 'advice',
    applies: ({ LOG_LEVEL: level }) => level === 'debug' || level === 'trace' || level === 'silent',
    text: 'should be info, so that the log tells enough and not too much.',
  },
  {
    about: 'TRUSTED_PROXIES',
    verdict: 'advice',
    applies: ({ TRUSTED_PROXIES: proxies, PUBLIC_URL: url }) => proxies === '' && url.startsWith('https://'),
    text: 'is empty, although a proxy must end TLS: all people would share the address of the proxy, and its limits.',
  },
  {
    about: 'FOUR_EYES',
    verdict: 'advice',
    applies: ({ FOUR_EYES }) => !FOUR_EYES,
    text: 'is off: one person can make and approve a request.',
  },
  {
    about: 'REFUSE_COMMON_PASSWORDS',
    verdict: 'advice',
    applies: ({ REFUSE_COMMON_PASSWORDS }) => !REFUSE_COMMON_PASSWORDS,
    text: 'is off: a user can choose a password that everybody tries first.',
  },
  {
    about: 'REFUSE_PAST_PASSWORDS',
    verdict: 'advice',
    applies: ({ REFUSE_PAST_PASSWORDS }) => !REFUSE_PAST_PASSWORDS,
    text: 'is off: a user can choose the same password again.',
  },
  {
    about: 'SECOND_FACTOR_SECRET',
    verdict: 'advice',
    applies: ({ SECOND_FACTOR_SECRET }) => SECOND_FACTOR_SECRET === '',
    text: 'is empty: nobody can set up an authenticator app as a second factor.',
  },
  {
    about: 'STEP_UP',
    verdict: 'advice',
    applies: ({ STEP_UP }) => STEP_UP.length < STEP_UP_KINDS.length,
    text: `does not name all of ${STEP_UP_KINDS.join(',')}: a stolen session can do the rest without a second factor.`,
  },
  {
    about: 'MAKER_CHECKER',
    verdict: 'advice',
    applies: ({ MAKER_CHECKER }) => MAKER_CHECKER.length < CHECKED_KINDS.length,
    text: `does not name all of ${CHECKED_KINDS.join(',')}: one person can change the rest alone.`,
  },
  {
    about: 'NEW_DEVICE_MAIL',
    verdict: 'advice',
    applies: ({ NEW_DEVICE_MAIL }) => !NEW_DEVICE_MAIL,
    text: 'is off: users do not hear of a sign-in from a new device.',
  },
  {
    about: 'CLAMD',
    verdict: 'advice',
    applies: ({ CLAMD }) => CLAMD === '',
    text: 'is empty: uploaded files are not scanned for viruses.',
  },
  {
    about: 'TRAIL_HEAD_STORE',
    verdict: 'advice',
    applies: ({ TRAIL_HEAD_STORE }) => TRAIL_HEAD_STORE === '',
    text: 'is empty: no signed head of the trail is kept elsewhere, so whoever owns the database could rewrite the trail unseen.',
  },
  {
    about: 'METRICS_TOKEN',
    verdict: 'advice',
    applies: ({ METRICS_TOKEN }) => METRICS_TOKEN === '',
    text: 'is empty: nothing can watch this installation.',
  },
  {
    about: 'GATEWAY_URL',
    verdict: 'advice',
    applies: ({ GATEWAY_URL }) => GATEWAY_URL === '',
    text: 'is empty: no payment links can be sent.',
  },
];

/** What the settings alone tell. Only production is judged. */
export function checkSettings(config: Config): readonly Finding[] {
  if (config.BUREAU_ENV !== 'production')
    return [advice('BUREAU_ENV', `is ${config.BUREAU_ENV}; settings are judged for production only.`)];
  const found = CONCERNS.filter(({ applies }) => applies(config)).map(({ about, verdict, text }) =>
    (verdict === 'fault' ? fault : advice)(about, text),
  );
  return found.length === 0 ? [ok('settings', 'are safe for production.')] : found;
}

import { benchCountry } from './country.ts';
import { benchFlash } from './flash.ts';
import { benchInteractions } from './interactions.ts';
import { benchLibrary } from './library.ts';
import { benchMarks } from './marks.ts';
import { benchMasters } from './masters.ts';
import { benchNotes } from './notes.ts';
import type { Duration } from './page.ts';
import { benchPaint } from './paint.ts';
import { benchPublicCard } from './public-card.ts';
import { benchRegisters } from './registers.ts';
import { benchRenewalKeys } from './renewal-keys.ts';
import { benchRequestRates, benchRequestSizes, type RequestsGiven } from './requests.ts';
import { benchTrail, type TrailGiven } from './trail.ts';

interface Bench {
  readonly measure: (duration: Duration, given: RequestsGiven & TrailGiven) => Promise<string>;
  readonly rounds: number;
  readonly seconds: number;
  /** The seconds of its only round in CI, if it is not 0. */
  readonly briefSeconds?: number;
}

/** The programs wrk and pgbench measure at least a second; a bench of many questions asks each once in CI. */
export const BENCHES: Readonly<Record<string, Bench>> = {
  interactions: { measure: benchInteractions, rounds: 3, seconds: 0 },
  paint: { measure: benchPaint, rounds: 5, seconds: 0 },
  'requests-rate': { measure: benchRequestRates, rounds: 5, seconds: 3, briefSeconds: 1 },
  country: { measure: benchCountry, rounds: 7, seconds: 3, briefSeconds: 1 },
  requests: { measure: benchRequestSizes, rounds: 5, seconds: 2 },
  masters: { measure: benchMasters, rounds: 3, seconds: 1 },
  notes: { measure: benchNotes, rounds: 5, seconds: 4, briefSeconds: 1 },
  marks: { measure: benchMarks, rounds: 5, seconds: 0 },
  'public-card': { measure: benchPublicCard, rounds: 5, seconds: 3, briefSeconds: 1 },
  registers: { measure: benchRegisters, rounds: 1, seconds: 0 },
  flash: { measure: benchFlash, rounds: 5, seconds: 0 },
  library: { measure: benchLibrary, rounds: 5, seconds: 0 },
  trail: { measure: benchTrail, rounds: 1, seconds: 0 },
  'renewal-keys': { measure: benchRenewalKeys, rounds: 10, seconds: 0 },
};

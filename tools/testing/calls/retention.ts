import type pg from 'pg';
import * as retention from '#contract/access/retention.ts';
import { addDays, dateInIndia, readIsoDate } from '#domain/dates.ts';
import { sample, type ModuleSamples } from './sample.ts';

/** A person may be a customer of several branches: only head office sees and decides this. */
const HEAD_OFFICE = { named: ['A'] } as const;
const NOBODY = { kind: 'email', value: 'nobody@customer.example' } as const;

async function holdOf(database: pg.Client, word: string): Promise<number> {
  const made = await database.query<{ srno: number }>(
    `insert into platform.hold (kind, value, reason) values ('email', lower($1) || gen_random_uuid(), 'A dispute') returning srno`,
    [word],
  );
  return made.rows[0]?.srno ?? 0;
}

let rules = 0;
/** Each rule begins on another day, because a day has one rule. */
function nextDay(): string {
  rules += 1;
  const today = readIsoDate(dateInIndia(Date.now()));
  if (today === null) throw new Error('no day');
  return addDays(today, rules);
}

export const retentionSamples: ModuleSamples = {
  samples: [
    sample(retention.retentionShow, HEAD_OFFICE, () => ({})),
    sample(retention.retentionDecide, HEAD_OFFICE, () => ({
      rule: { subject: 'sessions', since: nextDay(), days: 60, basis: 'A longer look back.' },
    })),
    sample(retention.retentionHold, HEAD_OFFICE, ({ word }) => ({
      hold: {
        kind: 'email' as const,
        value: `${word}-${(rules += 1)}@customer.example`,
        reason: 'A dispute',
      },
    })),
    sample(retention.retentionEndHold, HEAD_OFFICE, async ({ database, word }) => ({
      srno: await holdOf(database, word),
    })),
    sample(retention.personFind, HEAD_OFFICE, () => ({ person: NOBODY })),
    sample(retention.personExport, HEAD_OFFICE, () => ({ person: NOBODY })),
    sample(retention.personErase, HEAD_OFFICE, () => ({ person: { ...NOBODY, requests: [1] } })),
  ],
};

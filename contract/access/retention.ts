import * as z from 'zod/mini';
import {
  MAX_KEPT_DAYS,
  MAX_PERSON_CHARS,
  MAX_PERSON_REQUESTS,
  MAX_REASON_CHARS,
  PERSON_KINDS,
  ERASURE_STATES,
} from '#domain/access/retention.ts';
import { defineCall, defineDownload } from '../define.ts';
import { day, json, limited, serial, srno } from '../fields.ts';
import { named } from '../wire.ts';

/** How long records are kept, what was removed, and the data of one person. */

const shared = {
  endpoint: 'retention_a.php',
  session: 'first',
  source: 'docs/readings.md: retention',
  assumed: true,
} as const;
const decides = { ...shared, right: { key: 'RETENTION', flag: 'add' }, effect: 'write' } as const;
const personal = { ...shared, right: { key: 'RETENTION', flag: 'edit' } } as const;

export const ruleSchema = named('rt_', {
  subject: z.string(),
  title: z.string(),
  /** Who removes it: the nightly job, a command of an operator, or nobody. */
  doneBy: z.enum(['job', 'command', 'nobody']),
  days: z.int(),
  /** What the law or the program itself demands today. */
  leastDays: z.int(),
  /** The law that demands it; empty if none does. */
  law: z.string(),
  since: z.string(),
  basis: z.string(),
  by: z.string(),
  /** The next rule, if one is decided; else empty and 0. */
  nextSince: z.string(),
  nextDays: z.int(),
});
export type RetentionRule = z.infer<typeof ruleSchema>;

export const runSchema = named('rr_', {
  subject: z.string(),
  title: z.string(),
  day: z.string(),
  days: z.int(),
  removed: z.int(),
  /** The moments of the oldest and the newest thing that was removed; empty if there was none. */
  oldest: z.string(),
  newest: z.string(),
  /** Empty while something is left to remove. */
  ended: z.string(),
});
export type RetentionRun = z.infer<typeof runSchema>;

export const holdSchema = named('hd_', {
  srno: z.int(),
  kind: z.enum(PERSON_KINDS),
  value: z.string(),
  reason: z.string(),
  at: z.string(),
  by: z.string(),
  /** The newest requests from which the number or address was taken out. The hold keeps them all the same. */
  left: z.array(z.int()),
});

export const shownSchema = named('', {
  rules: z.array(ruleSchema),
  runs: z.array(runSchema),
  holds: z.array(holdSchema),
  next: z.string(),
  /** The first day of a shorter rule that is decided today. */
  shorterFrom: z.string(),
});

export const retentionShow = defineCall({
  ...shared,
  action: 'show',
  summary:
    'The rules in force, the removals of the last nights, newest first, the holds, and when the job runs next.',
  right: { key: 'RETENTION', flag: 'query' },
  effect: 'read',
  args: {},
  reply: shownSchema,
});

const done = z.object({ err: z.string(), msg: z.string() });
const days = z.int().check(z.minimum(0), z.maximum(MAX_KEPT_DAYS));
const person = { kind: z.enum(PERSON_KINDS), value: limited(MAX_PERSON_CHARS) } as const;

export const retentionDecide = defineCall({
  ...decides,
  action: 'decide',
  summary:
    'Adds a rule that begins today or later. No rule keeps less than the law demands, and one that keeps less than before begins after seven days.',
  stepUp: { kind: 'persons' },
  checked: {
    kind: 'retention',
    record: ({ rule }: { readonly rule: { readonly subject: string } }) => rule.subject,
  },
  args: {
    rule: json(z.object({ subject: limited(40), since: day, days, basis: limited(MAX_REASON_CHARS) })),
  },
  reply: done,
});

export const retentionHold = defineCall({
  ...decides,
  action: 'hold',
  summary:
    'Keeps everything about a person until the hold ends: what matches now, what comes to match, and what matched once.',
  args: { hold: json(z.object({ ...person, reason: limited(MAX_REASON_CHARS) })) },
  reply: done,
});

export const retentionEndHold = defineCall({
  ...decides,
  action: 'endhold',
  summary: 'Ends a hold. The number or address in it is removed.',
  stepUp: { kind: 'persons' },
  args: { srno: srno() },
  reply: done,
});

const foundSchema = named('pf_', {
  srno: z.int(),
  date: z.string(),
  name: z.string(),
  branch: z.string(),
  standing: z.enum(ERASURE_STATES),
  /** The first day on which the data of a deal may go; else empty. */
  until: z.string(),
});
export type PersonRequest = z.infer<typeof foundSchema>;

export const personFind = defineCall({
  ...personal,
  action: 'find',
  summary: 'The newest requests of a person, in all branches, and whether their data may go. Leaves a trail.',
  effect: 'watched',
  stepUp: { kind: 'persons' },
  args: { person: json(z.object(person)) },
  reply: z.array(foundSchema),
});

export const personExport = defineDownload({
  ...personal,
  action: 'export',
  summary: 'Everything that is stored about a person, as JSON. Leaves a trail.',
  effect: 'watched',
  stepUp: { kind: 'persons' },
  args: { person: json(z.object(person)) },
});

export const personErase = defineCall({
  ...personal,
  action: 'erase',
  summary: 'Erases the data of a person in the named requests, where nothing demands that it is kept.',
  effect: 'write',
  stepUp: { kind: 'persons' },
  args: {
    person: json(
      z.object({
        ...person,
        requests: z.array(serial).check(z.minLength(1), z.maxLength(MAX_PERSON_REQUESTS)),
      }),
      MAX_PERSON_REQUESTS + 100,
    ),
  },
  reply: z.object({
    err: z.string(),
    msg: z.string(),
    erased: z.array(z.int()),
    /** What is still stored about the person, and why. */
    kept: z.array(foundSchema),
  }),
});

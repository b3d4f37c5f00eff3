import type { PersonKind, ErasureState } from '#domain/access/retention.ts';

const DONE_BY = {
  job: 'Nightly job',
  command: 'Operator, by command',
  nobody: 'Kept',
} as const;

const KINDS: Readonly<Record<PersonKind, string>> = {
  pan: 'PAN',
  idnumber: 'Passport or ID number',
  mobile: 'Mobile',
  email: 'E-mail',
};

const ERASURE_STATES: Readonly<Record<ErasureState, string>> = {
  free: 'May be erased',
  deal: 'Kept by law',
  open: 'Not finished',
  held: 'On hold',
  erased: 'Erased',
};

/** All texts of the retention screen. A translation is a second object of this shape. */
export const retentionText = {
  title: 'Retention',
  detail: (next: string) => `How long each kind of record is kept. The job removes older records at ${next}.`,
  failed: 'The rules could not be loaded.',
  rules: 'Rules',
  subject: 'Records',
  kept: 'Kept for',
  days: (days: number) => {
    const years = Math.round(days / 365.25);
    if (years >= 2 && Math.abs(days - years * 365.25) < 10)
      return `${years} years (${days.toLocaleString('en-IN')} days)`;
    return days === 1 ? '1 day' : `${days.toLocaleString('en-IN')} days`;
  },
  from: (days: string, day: string) => `${days} from ${day}`,
  law: (days: string, source: string) => `By law at least ${days}. ${source}`,
  basis: 'Reason',
  since: 'Since',
  doneBy: 'Removed by',
  doneByOf: DONE_BY,
  runs: 'Removed lately',
  noRuns: 'Nothing has been old enough to be removed.',
  day: 'Night',
  removed: 'Removed',
  span: 'From, to',
  state: 'State',
  ended: 'Complete',
  continues: 'Continues in the next night',
  holds: 'Holds',
  noHolds: 'No person is on hold.',
  person: 'Person',
  by: 'By',
  takenOut: (requests: readonly number[]) =>
    `Taken out of ${requests.length === 1 ? 'request' : 'requests'} ${requests.join(', ')}; still on hold`,
  endHold: 'End hold',
  endHoldOf: (person: string) => `End hold: ${person}`,
  endTitle: 'End this hold?',
  endText: 'The data of this person is then kept and removed by the rules again.',
  kinds: KINDS,
  newRule: {
    open: 'New rule',
    title: 'New rule',
    days: 'Days',
    daysHelp: 'Five years are 1,826 days.',
    now: (now: string, least: string) => `Now ${now}; at least ${least}.`,
    since: 'From',
    basisHelp: 'The law or the decision behind it.',
    missing: 'Please fill this in.',
    shorter: (day: string) =>
      `A shorter rule begins on ${day} at the earliest; the present one counts until then. Records that are older than this are removed from that night on. A longer rule later does not bring them back.`,
    confirm: 'Save rule',
  },
  find: {
    title: 'Data of a person',
    kind: 'Known by',
    value: 'Number or address',
    missing: 'Please enter the number or address of the person.',
    submit: 'Find',
    found: 'Requests of this person',
    none: 'Nothing is stored in requests under this number or address.',
    request: 'Request',
    date: 'Date',
    name: 'Name',
    branch: 'Branch',
    standing: 'State',
    until: 'May go from',
    standings: ERASURE_STATES,
    export: 'Export',
    hold: 'Hold',
    holdTitle: 'Hold the data of this person?',
    holdText: 'Nothing about this person is removed until the hold ends. Please say what it is for.',
    erase: 'Erase',
    nothingToErase: 'Nothing of this person may be erased now.',
    eraseTitle: 'Erase the data of this person?',
    eraseText: (requests: number) =>
      `The personal data and documents of ${requests === 1 ? '1 request' : `${requests} requests`} will be erased. This cannot be undone.`,
  },
};

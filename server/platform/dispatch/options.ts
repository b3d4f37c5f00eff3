import type { Option } from '#contract/shared.ts';

/** The possible first entries of a drop-down list. */
export const SELECT_OPTION: Option = { value: '', name: 'Select' };
export const ALL_OPTION: Option = { value: 'ALL', name: 'All' };

/** A JSON list of options built by PostgreSQL, with one more entry in front. */
export const withLead = (lead: Option, body: string): string =>
  `[${JSON.stringify(lead)}${body === '[]' ? ']' : `,${body.slice(1)}`}`;

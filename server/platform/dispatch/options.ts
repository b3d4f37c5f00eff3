import type { Option } from '#contract/shared.ts';

/** The entries that a drop-down list may begin with. */
export const SELECT_OPTION: Option = { value: '', name: 'Select' };
export const ALL_OPTION: Option = { value: 'ALL', name: 'All' };

/** A JSON list of options as PostgreSQL has built it, with one more entry before it. */
export const withLead = (lead: Option, body: string): string =>
  `[${JSON.stringify(lead)}${body === '[]' ? ']' : `,${body.slice(1)}`}`;

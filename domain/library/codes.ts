/** The codes of the document library as they are sent, with the words that people read for them. */

export const CATEGORIES = ['A', 'G', 'P', 'R'] as const;
export type Category = (typeof CATEGORIES)[number];
export const CATEGORY_WORDS = {
  A: 'Authorisation',
  G: 'Guideline',
  P: 'Process note',
  R: 'Report',
} as const satisfies Record<Category, string>;
export const isCategory = (written: string): written is Category =>
  (CATEGORIES as readonly string[]).includes(written);

/** Unified documents are for every branch, the others for one. */
export const VISIBILITIES = ['U', 'B'] as const;
export type Visibility = (typeof VISIBILITIES)[number];
export const VISIBILITY_WORDS = { U: 'Unified', B: 'Branch' } as const satisfies Record<Visibility, string>;

/** The regulators that reports are filed with. */
export const RECIPIENTS = ['RBI', 'FIU', 'Income Tax'] as const;
export type Recipient = (typeof RECIPIENTS)[number];

/** How far away the expiry date of the listed documents is. */
export const EXPIRY_FILTERS = ['LAPSED', 'SOON', 'YEAR'] as const;
export type ExpiryFilter = (typeof EXPIRY_FILTERS)[number];

/** The numbers of documents after which a list can end. Without one it goes on. */
export const LIST_LIMITS = ['10', '50'] as const;

/** The name under which a tab keeps the unsaved form of a request, or of a new one. */
export const formKeyOf = (user: number, srno: number): string =>
  `${user}.request.${srno === 0 ? 'new' : srno}`;

/**
 * The query keys of requests. Everything that changes when a request changes is under `all`, so that one invalidation
 * reaches every reader of it.
 */
export const requestKeys = {
  all: ['requests'],
  list: (search: object) => [...requestKeys.all, 'list', search] as const,
  detail: (srno: number) => [...requestKeys.all, 'detail', srno] as const,
  steps: (srno: number, status: string) => [...requestKeys.all, 'steps', srno, status] as const,
  customer: (query: unknown) => [...requestKeys.all, 'customer', query] as const,
  link: (srno: number) => [...requestKeys.all, 'link', srno] as const,
  facts: ['requests', 'facts'],
  /** Fixed for an installation, so that no change of a request invalidates them. */
  documentKinds: ['request document kinds'],
} as const;

interface Queued {
  readonly lineNo: number;
  readonly status: string;
}

/**
 * The number of the next pending document: the first one below, or else the first one of the list; null if no other is
 * pending. Without a document to start from it is the first pending one.
 */
export function nextPending(rows: readonly Queued[], from: number | null): number | null {
  const at = rows.findIndex(({ lineNo }) => lineNo === from);
  const inTurn = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))];
  return inTurn.find(({ lineNo, status }) => status === 'P' && lineNo !== from)?.lineNo ?? null;
}

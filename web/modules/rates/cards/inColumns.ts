/** Splits rows into columns, read from top to bottom; the first column is the longest. */
export function inColumns<Row>(rows: readonly Row[], count: number): (readonly Row[])[] {
  const length = Math.ceil(rows.length / count);
  return Array.from({ length: count }, (_, at) => rows.slice(at * length, (at + 1) * length)).filter(
    (column) => column.length > 0,
  );
}

import { Quiet } from '#web/ui/documents/DocumentTable.tsx';

/** A cell with a first line and quieter lines below it; empty ones are left out. */
export const cellLines = (first: string, ...others: readonly string[]) => (
  <>
    {first}
    {others.map((line) => (line === '' ? null : <Quiet key={line}>{line}</Quiet>))}
  </>
);

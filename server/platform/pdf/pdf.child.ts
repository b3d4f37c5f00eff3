/** Draws papers in a separate process, because a long one takes seconds in which the serving process would answer nobody. */
import { serveTasks } from '../children/child.ts';
import type { PdfDescription } from './description.ts';
import { faceOf, WEIGHTS } from './faces.ts';
import { drawPdf } from './parts.ts';

/** A fault of the program is told to the parent, which logs it. */
export type DrawnPdf = { readonly pdf: Uint8Array } | { readonly fault: string };

// The fonts are read before the first paper waits for them.
for (const weight of WEIGHTS) faceOf(weight);

serveTasks(async (description: PdfDescription): Promise<DrawnPdf> => {
  try {
    return { pdf: await drawPdf(description) };
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
});

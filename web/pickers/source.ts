import type { Call } from '#contract/define.ts';
import type { OptionsPage } from '#contract/fields.ts';
import type { Option } from '#contract/shared.ts';
import { call } from '#web/app/call.ts';

/** Where a picker finds its entries: always on the server, and never all of them. */
export interface Source {
  /** The master that the entries are of; when one of its records is saved, they are asked for anew. */
  readonly id: string;
  readonly ask: (
    page: OptionsPage,
    signal: AbortSignal,
  ) => Promise<{ readonly options: readonly Option[]; readonly hasMore: boolean }>;
}

/** A picker tells its source, so that what is chosen in it can be named elsewhere. */
export interface FromSource {
  readonly source: Source;
}

/** What a drop-down call is narrowed by: the value of the parent under its name. */
export type By = Readonly<Record<string, string>>;

type OptionsCall = Call & { readonly args: { readonly page: unknown } };

/** The entries of a drop-down call. */
export const sourceOf = (id: string, declared: OptionsCall): Source => ({
  id,
  ask: async (page, signal) => {
    const { reply, next } = await call(declared as Call, { page }, { signal });
    return { options: reply as readonly Option[], hasMore: next !== null };
  },
});

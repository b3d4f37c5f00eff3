import type { Call } from '#contract/define.ts';
import type { OptionsPage } from '#contract/fields.ts';
import type { Option } from '#contract/shared.ts';
import { call } from '#web/wire/call.ts';

/** The source of a picker's entries: always the server, and never all entries. */
export interface Source {
  /** The id of the entries' master; they are reloaded when one of its records is saved. */
  readonly id: string;
  readonly ask: (
    page: OptionsPage,
    signal: AbortSignal,
  ) => Promise<{ readonly options: readonly Option[]; readonly hasMore: boolean }>;
}

/** A picker exposes its source, so that other components can look up the names of its values. */
export interface FromSource {
  readonly source: Source;
}

/** The filter of a drop-down call: the value of the parent under its name. */
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

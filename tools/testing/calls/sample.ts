import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { ObjectStore } from '#server/platform/files/store.ts';
import {
  callName,
  type ArgsOf,
  type FieldCall,
  type Declaration,
  type MetaOf,
  type Upload,
} from '#contract/define.ts';

export type EntityType = 'A' | 'B' | 'F';

/** A test entity. Its mark is a word in its id and name that occurs nowhere else in the business. */
export interface Place {
  readonly srno: number;
  readonly id: string;
  readonly type: EntityType;
  readonly name: string;
  readonly mark: string;
}

/** The input for a sample. */
export interface Setting {
  /** The test's database, connected as its owner. */
  readonly database: pg.Client;
  /** The store of the test's server for the bytes of documents. */
  readonly store: ObjectStore;
  /** The place whose data the arguments name, if they name any. */
  readonly place: Place;
  /** Ten letters that are used once, for values that must be unique. */
  readonly word: string;
  /** For calls with a `save` right: a new record, or an existing one. */
  readonly isNew: boolean;
}

/**
 * How a call relates to branches. `none`: it contains no data of a branch. `named`: its arguments name data of a
 * branch, which must be refused out of reach; with types, only these types of caller are allowed. `only`: these types
 * of caller are allowed, and data out of reach is refused within the reply. `lists`: it shows the data in reach, so
 * these types of caller must find their own mark in the reply, and no caller that of another branch.
 */
export type Reach =
  | 'none'
  | 'named'
  | { readonly named: readonly EntityType[] }
  | { readonly only: readonly EntityType[] }
  | { readonly lists: readonly EntityType[] };

/** The types of caller that can name data of a branch; null if nothing is named. */
export function namedBy(reach: Reach): readonly EntityType[] | null {
  if (reach === 'named') return ['A', 'B', 'F'];
  return typeof reach === 'object' && 'named' in reach ? reach.named : null;
}

/** Ten letters that have not been used before. */
export const newWord = (): string =>
  [...randomBytes(10)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');

type Now<T> = T | Promise<T>;

/** The content of a call: its arguments, or the JSON part and the file of an upload. */
export type Content =
  | { readonly args: object; readonly cookie?: string }
  | { readonly meta: object; readonly file: { readonly name: string; readonly bytes: Buffer } | null };

/** The input for an excess: also the caller. */
export interface ExcessSetting extends Setting {
  readonly caller: { readonly account: number; readonly type: EntityType };
}

/** Ways to ask for more than the caller holds, by name; null if a caller of this kind cannot ask for it. */
export type Excesses = Readonly<Record<string, (setting: ExcessSetting) => Promise<Content | null>>>;

export interface Sample {
  readonly call: Declaration;
  readonly reach: Reach;
  readonly content: (setting: Setting) => Promise<Content>;
  /** Each is refused and changes nothing, for every caller for whom the sample itself succeeds. */
  readonly excesses?: Excesses;
}

/** The samples of one module. */
export interface ModuleSamples {
  /** Adds data with the place's mark in its texts at each place, for the calls that list or name it. */
  readonly prepare?: (database: pg.Client, places: readonly Place[]) => Promise<void>;
  readonly samples: readonly Sample[];
}

/** A sample of a call with its decoded arguments; a caller with the right must succeed with them. */
export const sample = <C extends FieldCall>(
  call: C,
  reach: Reach,
  args: (setting: Setting) => Now<ArgsOf<C>>,
): Sample => ({ call, reach, content: async (setting) => ({ args: await args(setting) }) });

/** A sample with arguments that ask for too much. */
export const excessSample = <C extends FieldCall>(
  call: C,
  reach: Reach,
  args: (setting: Setting) => Now<ArgsOf<C>>,
  excesses: Readonly<Record<string, (setting: ExcessSetting) => Now<ArgsOf<C> | null>>>,
): Sample => ({
  ...sample(call, reach, args),
  excesses: Object.fromEntries(
    Object.entries(excesses).map(([name, excess]) => [
      name,
      async (setting: ExcessSetting) => {
        const wanted = await excess(setting);
        return wanted === null ? null : { args: wanted };
      },
    ]),
  ),
});

/** A sample of an upload; session and upload type are added when it is sent. */
export const uploadSample = <C extends Upload>(
  call: C,
  reach: Reach,
  meta: (setting: Setting) => Now<Omit<MetaOf<C>, 'sid' | 'uploadType'>>,
  file: (setting: Setting) => Now<{ name: string; bytes: Buffer } | null>,
): Sample => ({
  call,
  reach,
  content: async (setting) => ({ meta: await meta(setting), file: await file(setting) }),
});

/**
 * The only sample of a call. A call without a sample would not be covered by the tests that are generated from the
 * contract.
 */
export function sampleOf(modules: readonly ModuleSamples[], call: Declaration): Sample {
  const found = modules.flatMap(({ samples }) => samples).filter((each) => each.call === call);
  const [only] = found;
  if (only === undefined)
    throw new Error(`${callName(call)} has no sample: add one for it in tools/testing/calls/.`);
  if (found.length > 1) throw new Error(`${callName(call)} has ${found.length} samples: keep one.`);
  return only;
}

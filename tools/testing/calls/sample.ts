import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { ObjectStore } from '#server/platform/files/store.ts';
import {
  callName,
  type ArgsOf,
  type Asked,
  type Declared,
  type MetaOf,
  type Upload,
} from '#contract/define.ts';

export type EntityType = 'A' | 'B' | 'F';

/** An entity of the tests. Its mark is a word that is in its id and name, and nowhere else in the business. */
export interface Place {
  readonly srno: number;
  readonly id: string;
  readonly type: EntityType;
  readonly name: string;
  readonly mark: string;
}

/** For what a sample is wanted. */
export interface Setting {
  /** The test's database, entered as its owner. */
  readonly database: pg.Client;
  /** Where the test's server keeps the bytes of documents. */
  readonly store: ObjectStore;
  /** Whose data the arguments are to name, where they name any. */
  readonly place: Place;
  /** Ten letters given out once, for what must be unique. */
  readonly word: string;
  /** For calls with a `save` right: a new record, or one that exists. */
  readonly isNew: boolean;
}

/**
 * How a call stands to branches. `none`: it holds nothing of a branch. `named`: its arguments name something of a
 * branch, which must be refused out of reach; with types, only these types of caller may do it at all. `only`: these
 * types of caller may do it, and what is out of reach is refused within the reply. `lists`: it shows what is in reach,
 * so that these types of caller must find their own mark in the reply, and nobody that of another branch.
 */
export type Reach =
  | 'none'
  | 'named'
  | { readonly named: readonly EntityType[] }
  | { readonly only: readonly EntityType[] }
  | { readonly lists: readonly EntityType[] };

/** The types of caller that may name something of a branch; null where nothing is named. */
export function namedBy(reach: Reach): readonly EntityType[] | null {
  if (reach === 'named') return ['A', 'B', 'F'];
  return typeof reach === 'object' && 'named' in reach ? reach.named : null;
}

/** Ten letters that have not been given out before. */
export const newWord = (): string =>
  [...randomBytes(10)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');

type Now<T> = T | Promise<T>;

/** What a call is made with: its arguments, or the JSON part and the file of an upload. */
export type Content =
  | { readonly args: object }
  | { readonly meta: object; readonly file: { readonly name: string; readonly bytes: Buffer } | null };

export interface Sample {
  readonly call: Declared;
  readonly reach: Reach;
  readonly content: (setting: Setting) => Promise<Content>;
}

/** The samples of one room. */
export interface RoomSamples {
  /** Puts data with the place's mark in its texts at each place, for the calls that list or name it. */
  readonly prepare?: (database: pg.Client, places: readonly Place[]) => Promise<void>;
  readonly samples: readonly Sample[];
}

/** A sample of a call by its decoded arguments; made with them, a caller with the right must succeed. */
export const sample = <C extends Asked>(
  call: C,
  reach: Reach,
  args: (setting: Setting) => Now<ArgsOf<C>>,
): Sample => ({ call, reach, content: async (setting) => ({ args: await args(setting) }) });

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

/** The one sample of a call; a call without one is not tested by anything that is made from the contract. */
export function sampleOf(rooms: readonly RoomSamples[], call: Declared): Sample {
  const found = rooms.flatMap(({ samples }) => samples).filter((each) => each.call === call);
  const [only] = found;
  if (only === undefined)
    throw new Error(`${callName(call)} has no sample: add one for it in tools/testing/calls/.`);
  if (found.length > 1) throw new Error(`${callName(call)} has ${found.length} samples: keep one.`);
  return only;
}

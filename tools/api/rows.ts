import { CONTRACT } from '#contract/all.ts';
import { callName, type Declared } from '#contract/define.ts';

/** One declared call, for whoever checks the contract from outside. */
export interface ContractRow {
  readonly name: string;
  readonly room: string;
  readonly kind: Declared['kind'];
  readonly endpoint: string;
  readonly action: string;
  readonly session: Declared['session'];
  readonly right: string;
  readonly effect: Declared['effect'];
  readonly source: string;
  readonly assumed: boolean;
  readonly summary: string;
}

/** A right as one word, such as `COUNTRY.save`, `signed-in` or `public`. */
export const writtenRight = ({ right }: Declared): string =>
  typeof right === 'string' ? right : `${right.key}.${right.flag}`;

/** Every declared call, room by room. */
export const contractRows = (): readonly ContractRow[] =>
  CONTRACT.map(({ room, declared }) => ({
    name: callName(declared),
    room,
    kind: declared.kind,
    endpoint: declared.endpoint,
    action: declared.action,
    session: declared.session,
    right: writtenRight(declared),
    effect: declared.effect,
    source: declared.source,
    assumed: declared.assumed === true,
    summary: declared.summary,
  }));

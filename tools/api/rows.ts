import { CONTRACT } from '#contract/all.ts';
import { callName, type Declaration } from '#contract/define.ts';

/** One declared call, for external checks of the contract. */
export interface ContractRow {
  readonly name: string;
  readonly module: string;
  readonly kind: Declaration['kind'];
  readonly endpoint: string;
  readonly action: string;
  readonly session: Declaration['session'];
  readonly right: string;
  readonly effect: Declaration['effect'];
  readonly source: string;
  readonly assumed: boolean;
  readonly summary: string;
}

function alternative({ or, either }: Exclude<Declaration['right'], string>): string {
  if (either !== undefined) return ` or ${either.key}.${either.flag}`;
  if (or === undefined) return '';
  return or === 'franchise' ? ' (or a franchise user)' : ` (or ${or.key}.${or.flag})`;
}

/** A right as one word, such as `COUNTRY.save`, `signed-in` or `public`. */
export const writtenRight = ({ right }: Declaration): string =>
  typeof right === 'string' ? right : `${right.key}.${right.flag}${alternative(right)}`;

/** All declared calls, module by module. */
export const contractRows = (): readonly ContractRow[] =>
  CONTRACT.map(({ module, declared }) => ({
    name: callName(declared),
    module,
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

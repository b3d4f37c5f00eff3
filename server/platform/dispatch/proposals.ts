import type { Declaration } from '#contract/define.ts';
import { PROPOSAL_TEXTS, type CheckedKind } from '#domain/access/proposals.ts';
import type { Acting, Database, Transaction } from '../database.ts';
import type { Caller } from './caller.ts';
import type { Tools } from './context.ts';
import { malformed } from './problems.ts';
import { changesOfTransaction, insertProposal } from './proposal.sql.ts';
import type { BoundCall } from './registry.ts';

/** Whether a second user must approve what this call does. */
export const needsChecker = (
  { makerChecker }: { readonly makerChecker: readonly CheckedKind[] },
  declared: Declaration,
): boolean =>
  declared.kind === 'call' && declared.checked !== undefined && makerChecker.includes(declared.checked.kind);

export interface Proposed {
  readonly call: BoundCall;
  readonly caller: Caller;
  readonly args: Readonly<Record<string, unknown>>;
  readonly written: readonly string[];
  /** The version that the maker has seen. */
  readonly version: number | null;
}

function checkedOf({ declared, name }: BoundCall) {
  if (declared.kind !== 'call' || declared.checked === undefined) throw new Error(`${name} is not checked`);
  return declared.checked;
}

/** Rolls back a change that was only tried out. */
class TriedOut extends Error {
  readonly changes: unknown;
  constructor(changes: unknown) {
    super('tried out');
    this.changes = changes;
  }
}

/** Makes the change and rolls it back. Throws what the change itself would be refused with. */
export async function tryOut(
  database: Database,
  acting: Acting,
  { call, args, version }: Proposed,
  run: (tools: Tools) => unknown,
): Promise<unknown> {
  const { record, hasVersion } = checkedOf(call);
  if (hasVersion === true && version === null && record(args as never) !== '')
    throw malformed('A change that another user must approve needs If-Match.');
  try {
    return await database.write(acting, async (tx) => {
      await run({ db: database, tx });
      throw new TriedOut((await tx.one(changesOfTransaction)).changes);
    });
  } catch (error) {
    if (error instanceof TriedOut) return error.changes;
    throw error;
  }
}

/**
 * Stores a change as a proposal instead of making it, and returns the reply. The change has been tried out, so that
 * nobody is asked to approve what could not be done, and so that the second user sees exactly what it would change.
 */
export async function storeProposal(
  tx: Transaction,
  { call, caller, args, written, version }: Proposed,
  changes: unknown,
): Promise<object> {
  const { kind, record } = checkedOf(call);
  await tx.one(insertProposal, [
    kind,
    call.name,
    JSON.stringify(written),
    record(args as never),
    version,
    JSON.stringify(changes),
    caller.entity.srno,
    caller.account,
    caller.name,
  ]);
  const { srno } = args;
  return { err: '', msg: PROPOSAL_TEXTS.proposed, srno: typeof srno === 'number' ? srno : 0, proposed: 1 };
}

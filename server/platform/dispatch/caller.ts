import type { Rights } from '#domain/rights.ts';
import type { Scope } from '../database.ts';

/** The signed-in user behind a call, as the server itself knows them. */
export interface Caller {
  readonly sessionHash: string;
  readonly account: number;
  readonly userId: string;
  readonly name: string;
  readonly entity: {
    readonly srno: number;
    readonly id: string;
    readonly type: 'A' | 'B' | 'F';
    readonly name: string;
  };
  readonly employeeCode: string;
  readonly rights: Rights;
  /** The entities in reach: all for head office, the allowed branches for a branch user, itself for a franchise. */
  readonly scope: Scope;
  readonly mustChangePassword: boolean;
}

/** Finds the caller of a session; the access room stands at this door. */
export interface Doorkeeper {
  /** At once where it is known, otherwise when the database has answered. What is no use of it does not keep it alive. */
  callerOf(sessionId: string, isUse: boolean): Caller | null | Promise<Caller | null>;
}

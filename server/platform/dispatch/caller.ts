import type { FactorDue } from '#domain/access/factors.ts';
import type { Rights } from '#domain/rights.ts';
import type { Scope } from '../database.ts';

/** The signed-in user who makes a call, as stored on the server. */
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
  readonly factor: FactorOfSession;
}

/** How the user of a session has signed in. */
export type SignedInBy = 'password' | 'provider' | 'provider with second factor';

/** The second factor of a session and its user. */
export interface FactorOfSession {
  readonly due: FactorDue;
  /** Whether the user has a factor that counts in this session. One that was added in it does not. */
  readonly isSetUp: boolean;
  /** Whether the user has a factor that was added in this session. */
  readonly isNew: boolean;
  /** Whether the right group requires one. */
  readonly isRequired: boolean;
  readonly signedInBy: SignedInBy;
  /** When a second factor was last confirmed after the sign-in; in ms. */
  readonly stepUpAt: number | null;
  /** When the password, or the identity provider, was last asked again after the sign-in; in ms. */
  readonly reauthenticatedAt: number | null;
}

export interface FollowedSession {
  /** The session's current user; null if the session has ended. */
  now(): Promise<Caller | null>;
  stop(): void;
}

/** Finds the caller of a session. The access module implements it. */
export interface SessionStore {
  /**
   * Returns at once if the session is cached, otherwise after a query. If `isUse` is false, the call does not extend
   * the session.
   */
  authenticate(sessionId: string, isUse: boolean): Caller | null | Promise<Caller | null>;
  /** The caller as stored now, whatever is cached; null if the session has ended. */
  reload(caller: Caller): Promise<Caller | null>;
  /** Calls back whenever a session may have changed. Following a session does not extend it. */
  follow(caller: Caller, changed: () => void): FollowedSession;
}

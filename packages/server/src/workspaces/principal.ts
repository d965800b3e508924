import { AppError } from '../platform/errors';
import { routesFor } from '../platform/http/route';

/** The account behind a console token. All fields but the ids are read from the database on each request. */
export interface ConsolePrincipal {
  accountId: string;
  /** The console session. It can be revoked without the account's other sessions. */
  sessionId: string;
  email: string;
  displayName: string;
  isSystem: boolean;
  session: ConsoleSession;
}

export interface ConsoleSession {
  kind: SessionKind;
  /** The time at which the session ends unless a person uses it; null if it has no idle end. */
  idleEndsAt: number | null;
  /** The time until which what can't be undone needs no password; null if it never needs one. */
  confirmedUntil: number | null;
  isConfirmed: boolean;
}

/** The kind of a session: a bearer token, a cookie until the browser closes, or a cookie for days. */
export type SessionKind = 'bearer' | 'cookie' | 'remembered';

/** @throws {AppError} confirmation_required if the password was not given recently */
export function requireConfirmed({ session }: ConsolePrincipal): void {
  if (!session.isConfirmed) throw new AppError('confirmation_required');
}

/** Makes routes for signed-in accounts, with the responses of the feature's `wire.ts`. */
export const consoleRoutesFor = <Responses extends object>() =>
  routesFor<ConsolePrincipal, Responses>('console');

/** The account that requests a change, with its network address for the audit log. */
export interface Caller extends ConsolePrincipal {
  ip: string;
}

export function callerOf(call: { principal: ConsolePrincipal; ip: string }): Caller {
  return { ...call.principal, ip: call.ip };
}

import { AppError } from '../platform/errors';
import { routesFor } from '../platform/http/route';

/** The account behind a console token. Everything but the ids is read from the database on each request. */
export interface ConsolePrincipal {
  accountId: string;
  /** The console session, which can be revoked alone. */
  sessionId: string;
  email: string;
  displayName: string;
  isSystem: boolean;
  session: ConsoleSession;
}

export interface ConsoleSession {
  kind: SessionKind;
  /** When it ends unless a person uses it; null for one that has no such end. */
  idleEndsAt: number | null;
  /** Until when what can't be undone needs no password; null where it never does. */
  confirmedUntil: number | null;
  isConfirmed: boolean;
}

/** How a session was signed in: by token, or by cookie until the browser closes or for days. */
export type SessionKind = 'bearer' | 'cookie' | 'remembered';

/** @throws {AppError} confirmation_required where the password was not given lately */
export function requireConfirmed({ session }: ConsolePrincipal): void {
  if (!session.isConfirmed) throw new AppError('confirmation_required');
}

/** The access of routes for signed-in accounts, with the responses of the feature's `wire.ts`. */
export const consoleRoutesFor = <Responses extends object>() =>
  routesFor<ConsolePrincipal, Responses>('console');

/** The account that requests a change and its network address, for the audit log. */
export interface Caller extends ConsolePrincipal {
  ip: string;
}

export function callerOf(call: { principal: ConsolePrincipal; ip: string }): Caller {
  return { ...call.principal, ip: call.ip };
}

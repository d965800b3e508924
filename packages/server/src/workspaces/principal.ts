import { routesFor } from '../platform/http/route';

/** The account behind a console token; all but the ids is read from the database on each request. */
export interface ConsolePrincipal {
  accountId: string;
  /** The console session, revocable by itself. */
  sessionId: string;
  email: string;
  displayName: string;
  isSystem: boolean;
}

/** States a route for signed-in accounts. */
export const consoleRoute = routesFor<ConsolePrincipal>('console');

/** Who asks for a change, and from where: what the audit log keeps of them. */
export interface Caller extends ConsolePrincipal {
  ip: string;
}

export function callerOf(call: { principal: ConsolePrincipal; ip: string }): Caller {
  return { ...call.principal, ip: call.ip };
}

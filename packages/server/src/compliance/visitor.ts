import type { AuditActor } from '../audit/log';

/** A visitor as a tenant selects one: one session, or a user with all their sessions. */
export type VisitorRef = { sessionId: string } | { userId: string };

/** The requester, for the audit log; a tenant's backend has no account. */
export interface Requester {
  actor: AuditActor | null;
  ip: string | null;
}

/** What the audit log records: never the user id, which an erasure must be able to remove. */
export function auditSubject(tenantId: string, ref: VisitorRef): string {
  return 'sessionId' in ref ? ref.sessionId : tenantId;
}

import type { AuditActor } from '../audit/log';

/** A visitor as a tenant selects one: one session, or a user with all their sessions. */
export type VisitorRef = { sessionId: string } | { userId: string };

/** The requester, for the audit log; a tenant's backend has no account. */
export interface Requester {
  actor: AuditActor | null;
  ip: string | null;
}

/** The subject of an audit entry. Never the user id: the entry outlives an erasure, which must remove that. */
export function auditSubject(tenantId: string, ref: VisitorRef): string {
  return 'sessionId' in ref ? ref.sessionId : tenantId;
}

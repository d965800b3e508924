import type { AuditActor } from '../audit/log';

/** A visitor as a tenant names one: a session of theirs, or their user with all its sessions. */
export type VisitorRef = { sessionId: string } | { userId: string };

/** Who asks, for the audit log; a tenant's backend has no account. */
export interface Requester {
  actor: AuditActor | null;
  ip: string | null;
}

/** What the audit log keeps of an act: never the user id, which an erasure must be able to remove. */
export function auditSubject(tenantId: string, ref: VisitorRef): string {
  return 'sessionId' in ref ? ref.sessionId : tenantId;
}

import type { Clock } from '../../platform/clock';
import type { Tenant } from '../../tenants/tenant';
import type { VisitorSession } from '../../visitors/session';
import type { VisitorSessions } from '../../visitors/sessions';
import { NOBODY_AFTER_MS } from './awaited-answers';
import type { ConversationStore } from '../journal/store';

/** Stores the e-mail address that a visitor leaves. @throws {AppError} session_expired */
export type LeaveContact = (
  session: VisitorSession,
  tenant: Tenant,
  email: string,
) => Promise<void>;

export function createLeaveContact(deps: {
  clock: Clock;
  sessions: Pick<VisitorSessions, 'leaveContact'>;
  store: Pick<ConversationStore, 'ofSession'>;
  isOnline(tenant: Tenant): Promise<boolean>;
}): LeaveContact {
  const { clock, sessions, store, isOnline } = deps;
  return async (session, tenant, email) => {
    const [isThere, state] = await Promise.all([isOnline(tenant), store.ofSession(session)]);
    const waitingSince = state?.status === 'WAITING' ? state.waitingSince : null;
    const hasWaitedLong = waitingSince !== null && clock() - waitingSince >= NOBODY_AFTER_MS;
    await sessions.leaveContact(session, { email, isNobodyThere: !isThere || hasWaitedLong });
  };
}

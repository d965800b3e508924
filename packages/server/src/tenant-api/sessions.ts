import type { Session } from '@chat-relay/receiver-sdk';
import { iso, isoOrNull } from '../platform/clock';
import type { ConversationStore } from '../conversations/journal/store';
import type { VisitorSession } from '../visitors/session';
import type { VisitorSessions } from '../visitors/sessions';

export interface SessionsSources {
  sessions: Pick<VisitorSessions, 'ofUser'>;
  store: Pick<ConversationStore, 'ofSession'>;
}

/** Lists the sessions that were identified as this user, newest first, with their conversations. */
export async function sessionsOfUser(
  { sessions, store }: SessionsSources,
  tenantId: string,
  userId: string,
): Promise<Session[]> {
  const found = await sessions.ofUser(tenantId, userId);
  return Promise.all(
    found.map(async (session) => {
      const conversation = await store.ofSession(session);
      return {
        ...sessionView(session, userId),
        conversation_id: conversation?.conversationId ?? null,
        status: conversation?.status ?? null,
      };
    }),
  );
}

function sessionView(session: VisitorSession, userId: string) {
  return {
    session_id: session.sessionId,
    tenant_id: session.tenantId,
    user_id: userId,
    mode: session.mode,
    locale: session.locale,
    routing_key: session.routingKey,
    origin: session.origin,
    created_at: iso(session.createdAt),
    expires_at: iso(session.expiresAt),
    ended_at: isoOrNull(session.endedAt),
  };
}

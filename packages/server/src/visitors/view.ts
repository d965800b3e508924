import type { CreatedVisitorSession, VisitorToken } from '@chat-relay/widget-sdk/rest';
import { iso } from '../platform/clock';
import type { Signed } from '../platform/security/tokens';
import type { CreatedSession } from './create-session';

export function tokenView(sessionId: string, { token, expiresAtMs }: Signed): VisitorToken {
  return { session_id: sessionId, visitor_token: token, expires_at: iso(expiresAtMs) };
}

export function createdSessionView({
  session,
  token,
  widgetConfig,
}: CreatedSession): CreatedVisitorSession {
  return { ...tokenView(session.sessionId, token), widget_config: widgetConfig };
}

import { iso } from '../platform/clock';
import type { Signed } from '../platform/security/tokens';
import type { CreatedSession } from './create-session';

export function tokenView(sessionId: string, { token, expiresAtMs }: Signed) {
  return { session_id: sessionId, visitor_token: token, expires_at: iso(expiresAtMs) };
}

export function createdSessionView({ session, token, widgetConfig }: CreatedSession) {
  return { ...tokenView(session.sessionId, token), widget_config: widgetConfig };
}

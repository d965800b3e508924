import type { Signed, Tokens } from '../platform/security/tokens';

/** The `ver` of the claims as they are now; tokens of another version are not ours. */
export const VISITOR_TOKEN_VERSION = 1;

/** Bound to the session's tenant, key and origin; nothing of it can be changed later. */
export function signVisitorToken(
  tokens: Tokens,
  session: { sessionId: string; tenantId: string; widgetPublicKey: string; origin: string },
): Promise<Signed> {
  return tokens.signVisitorToken({
    sub: session.sessionId,
    tid: session.tenantId,
    wpk: session.widgetPublicKey,
    org: session.origin,
    ver: VISITOR_TOKEN_VERSION,
  });
}

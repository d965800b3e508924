import type { Signed, Tokens } from '../platform/security/tokens';

/** The `ver` of current claims; tokens of other versions are refused. */
export const VISITOR_TOKEN_VERSION = 1;

/** Bound to the session's tenant, key and origin; none of them can change later. */
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

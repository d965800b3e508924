import type { Signed, Tokens } from '../platform/security/tokens';
import type { VisitorSession } from './session';

/** Signs a token. It names the session's tenant, key and origin, which never change, and the version, which can. */
export function signVisitorToken(
  tokens: Tokens,
  session: Pick<
    VisitorSession,
    'sessionId' | 'tenantId' | 'widgetPublicKey' | 'origin' | 'tokenVersion'
  >,
): Promise<Signed> {
  return tokens.signVisitorToken({
    sub: session.sessionId,
    tid: session.tenantId,
    wpk: session.widgetPublicKey,
    org: session.origin,
    ver: session.tokenVersion,
  });
}

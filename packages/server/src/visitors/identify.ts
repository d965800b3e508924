import { userSignature } from '@chat-relay/receiver-sdk';
import { AppError } from '../errors';
import { safeEqual } from '../security/tokens';
import type { TenantSecrets } from '../tenants/secrets';
import type { IdentifyBody } from './schemas';
import type { VisitorSession } from './session';
import type { VisitorSessions } from './sessions';

export type IdentifyVisitor = (
  session: VisitorSession,
  body: IdentifyBody,
) => Promise<VisitorSession>;

/** Binds a session to the tenant's user whom `user_signature` proves. */
export function createIdentify(deps: {
  secrets: TenantSecrets;
  sessions: VisitorSessions;
}): IdentifyVisitor {
  return async ({ sessionId, tenantId }, body) => {
    const secrets = await deps.secrets.liveSecrets(tenantId);
    const isProven = secrets
      .map((secret) => safeEqual(userSignature(secret, body.user_id), body.user_signature))
      .includes(true);
    if (!isProven) throw new AppError('identity_signature_invalid');

    return deps.sessions.identify(sessionId, {
      userId: body.user_id,
      displayName: body.display_name,
      email: body.email,
      attributes: body.attributes,
    });
  };
}

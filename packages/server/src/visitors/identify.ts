import { userSignature } from '@chat-relay/receiver-sdk';
import { AppError } from '../platform/errors';
import { safeEqual } from '../platform/security/tokens';
import type { TenantDirectory } from '../tenants/directory';
import type { TenantSecrets } from '../tenants/secrets';
import type { Blocks } from './blocks/blocks';
import type { IdentifyBody } from './schemas';
import type { VisitorSession } from './session';
import type { VisitorSessions } from './sessions';

export type IdentifyVisitor = (
  session: VisitorSession,
  body: IdentifyBody,
) => Promise<VisitorSession>;

/**
 * Binds a session to the tenant's user that `user_signature` proves. If the tenant allows it and the user has an open
 * conversation in an earlier session, returns that session.
 */
export function createIdentify(deps: {
  secrets: TenantSecrets;
  sessions: VisitorSessions;
  directory: TenantDirectory;
  blocks: Pick<Blocks, 'isBlocked' | 'turnedAway'>;
}): IdentifyVisitor {
  return async (session, body) => {
    const { tenantId } = session;
    const secrets = await deps.secrets.liveSecrets(tenantId);
    const isProven = secrets
      .map((secret) => safeEqual(userSignature(secret, body.user_id), body.user_signature))
      .includes(true);
    if (!isProven) throw new AppError('identity_signature_invalid');

    const tenant = await deps.directory.find(tenantId);
    const userId = body.user_id;
    const isBlocked = tenant !== null && (await deps.blocks.isBlocked(tenant, { userId }));
    const earlier =
      tenant?.widget.crossDevice && !isBlocked
        ? await deps.sessions.joinOpen(session, userId)
        : null;
    const identified = await deps.sessions.identify(earlier ?? session, {
      userId,
      displayName: body.display_name,
      email: body.email,
      attributes: body.attributes,
    });
    if (!isBlocked) return identified;
    // The session is bound nevertheless, so that it stays blocked whatever its page does next.
    deps.blocks.turnedAway(session.sessionId);
    throw new AppError('visitor_blocked');
  };
}

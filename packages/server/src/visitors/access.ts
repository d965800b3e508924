import type { Clock } from '../platform/clock';
import { AppError, type PlainCode } from '../platform/errors';
import type { Tokens, VisitorClaims } from '../platform/security/tokens';
import type { TenantDirectory } from '../tenants/directory';
import { originAllowed } from '../tenants/origin';
import { isLiveKey, type Tenant } from '../tenants/tenant';
import type { Blocks } from './blocks/blocks';
import { isOver, type VisitorSession } from './session';
import type { VisitorSessions } from './sessions';
import type { Sightings } from './sightings/sightings';

export type AccessRefusal =
  | 'token_invalid'
  | 'session_expired'
  | 'tenant_suspended'
  /** The tenant does not list the origin any more. */
  | 'origin_not_allowed'
  /** The request comes from another origin than the token's. */
  | 'origin_mismatch'
  | 'visitor_blocked';

export interface Admitted {
  ok: true;
  session: VisitorSession;
  tenant: Tenant;
  claims: VisitorClaims;
  tokenExpiresAtMs: number;
}

export type Access = Admitted | { ok: false; refusal: AccessRefusal };

interface AccessOptions {
  /** The `Origin` header; browsers always send it. */
  originHeader?: string | undefined;
  /** The network address of the client. */
  ip?: string | undefined;
  /** Accepts an expired token, to refresh it. */
  allowExpired?: boolean;
  /** A page opens or refreshes its chat: this is counted among the tenant's sightings. */
  isVisit?: boolean;
}

export type CheckAccess = (token: string, options?: AccessOptions) => Promise<Access>;

/**
 * Checks whether a visitor token opens its session now. PROTOCOL fixes the order: an ended session is reported even to
 * an expired token, so that a page creates a new session instead of refreshing in vain.
 */
export function createCheckAccess(deps: {
  tokens: Tokens;
  sessions: VisitorSessions;
  directory: TenantDirectory;
  clock: Clock;
  sightings: Pick<Sightings, 'note'>;
  blocks: Pick<Blocks, 'isBlocked' | 'subjects'>;
}): CheckAccess {
  const { tokens, sessions, directory, clock, sightings, blocks } = deps;

  const noteAddress = async (session: VisitorSession, ip: string): Promise<void> => {
    const [newest, ...others] = blocks.subjects.ofAddress(session.tenantId, ip);
    const isSame = [newest, ...others].some((hmac) => hmac === session.addressHmac);
    if (!isSame) await sessions.noteAddress(session, newest);
  };

  return async (token, { originHeader, ip, allowExpired = false, isVisit = false } = {}) => {
    const verified = await tokens.verifyVisitorToken(token, { allowExpired: true });
    if (!verified.ok) return refuse('token_invalid');
    const { claims, expired, expiresAtMs: tokenExpiresAtMs } = verified;
    const now = clock();

    const session = await sessions.find({ tenantId: claims.tid, sessionId: claims.sub });
    if (!session || isOver(session, now)) return refuse('session_expired');
    // The owner of the mailbox has taken the session over: only the tokens issued since then are valid.
    if (claims.ver < session.tokenVersion) return refuse('session_expired');
    if (claims.ver > session.tokenVersion) return refuse('token_invalid');
    const tenant = await directory.find(session.tenantId);
    if (!tenant) return refuse('session_expired');
    const refusal = tenantRefusal(tenant, claims, now);
    if (isVisit) {
      const outcome = refusal === null ? 'accepted' : OUTCOMES[refusal];
      sightings.note({ tenantId: tenant.tenantId, origin: claims.org, outcome, ip: null });
    }
    if (refusal !== null && refusal !== 'origin_not_allowed') return refuse(refusal);
    if (expired && !allowExpired) return refuse('token_invalid');
    if (refusal !== null) return refuse(refusal);
    if (originHeader !== undefined && originHeader !== claims.org) return refuse('origin_mismatch');

    const { sessionId, userId } = session;
    if (await blocks.isBlocked(tenant, { sessionId, userId, ip })) return refuse('visitor_blocked');
    if (isVisit && ip !== undefined) await noteAddress(session, ip);

    return { ok: true, session, tenant, claims, tokenExpiresAtMs };
  };
}

const OUTCOMES = {
  tenant_suspended: 'suspended',
  token_invalid: 'wrong_key',
  origin_not_allowed: 'origin_not_allowed',
} as const;

/** Checks a token, which was valid before, against the tenant's current settings; null if it is accepted. */
export function tenantRefusal(
  tenant: Tenant,
  { wpk, org }: Pick<VisitorClaims, 'wpk' | 'org'>,
  now: number,
): 'tenant_suspended' | 'token_invalid' | 'origin_not_allowed' | null {
  if (tenant.status !== 'active') return 'tenant_suspended';
  if (!isLiveKey(tenant, wpk, now)) return 'token_invalid';
  return originAllowed(org, tenant.allowedOrigins) ? null : 'origin_not_allowed';
}

function refuse(refusal: AccessRefusal): Access {
  return { ok: false, refusal };
}

const CODES: Record<AccessRefusal, PlainCode> = {
  token_invalid: 'token_invalid',
  session_expired: 'session_expired',
  tenant_suspended: 'tenant_suspended',
  origin_not_allowed: 'origin_not_allowed',
  origin_mismatch: 'origin_not_allowed',
  visitor_blocked: 'visitor_blocked',
};

export function accessError(refusal: AccessRefusal): AppError {
  return new AppError(CODES[refusal]);
}

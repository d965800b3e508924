import type { SessionMode } from '@chat-relay/widget-sdk/frames';
import { DAY } from '../platform/clock';
import type { SessionRow } from './model';

/** The key of a session; its tenant is part of every key. */
export interface SessionKey {
  tenantId: string;
  sessionId: string;
}

/** A session as a token opens it: what its holder does is refused once the token has ended. */
export type HeldSession = Pick<VisitorSession, 'tenantId' | 'sessionId' | 'tokenVersion'>;

/** Its key as text. */
export function keyOf({ tenantId, sessionId }: SessionKey): string {
  return `${tenantId} ${sessionId}`;
}

/** One browser's session with one tenant, for 30 days. */
export interface VisitorSession {
  sessionId: string;
  tenantId: string;
  widgetPublicKey: string;
  /** Canonical. */
  origin: string;
  locale: string;
  mode: SessionMode;
  /** The queue of its conversation; null: any. */
  routingKey: string | null;
  /** JSON text from the page, passed on unchanged. */
  metadata: string;
  /** The tenant's user, proven by a signature; null while anonymous. */
  userId: string | null;
  /** The rest of an identity is the page's claim, not verified. */
  visitorName: string | null;
  visitorEmail: string | null;
  attributes: Record<string, unknown> | null;
  /** Left by the visitor, for answers; null: none. */
  contactEmail: string | null;
  /** A link from a mail to that address was followed. */
  isContactProven: boolean;
  /** A keyed hash of the network that the visitor was in last. */
  addressHmac: string | null;
  /** The `ver` of its live tokens; earlier ones have ended. */
  tokenVersion: number;
  createdAt: number;
  expiresAt: number;
  endedAt: number | null;
}

/** Absolute: no refresh extends it. */
export const SESSION_TTL_MS = 30 * DAY;

export function isOver(session: VisitorSession, now: number): boolean {
  return session.endedAt !== null || session.expiresAt <= now;
}

export function toSession(row: SessionRow): VisitorSession {
  return {
    sessionId: row.session_id,
    tenantId: row.tenant_id,
    widgetPublicKey: row.widget_public_key,
    origin: row.origin,
    locale: row.locale,
    mode: row.mode,
    routingKey: row.routing_key,
    metadata: row.metadata,
    userId: row.user_id,
    visitorName: row.visitor_name,
    visitorEmail: row.visitor_email,
    attributes:
      row.visitor_attributes === null
        ? null
        : (JSON.parse(row.visitor_attributes) as Record<string, unknown>), // checked on arrival
    contactEmail: row.contact_email,
    isContactProven: row.contact_proven === 1,
    addressHmac: row.address_hmac,
    tokenVersion: row.token_version,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
  };
}

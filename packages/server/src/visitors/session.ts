import type { SessionMode } from '@chat-relay/widget-sdk/frames';
import { DAY } from '../platform/clock';
import type { SessionRow } from './model';

export interface SessionKey {
  tenantId: string;
  sessionId: string;
}

/** A session with the version of the token that opened it: writes are refused once that version has ended. */
export type HeldSession = Pick<VisitorSession, 'tenantId' | 'sessionId' | 'tokenVersion'>;

export function keyOf({ tenantId, sessionId }: SessionKey): string {
  return `${tenantId} ${sessionId}`;
}

/** One browser's session with one tenant, for 30 days. */
export interface VisitorSession {
  sessionId: string;
  tenantId: string;
  widgetPublicKey: string;
  /** The page's origin, in canonical form. */
  origin: string;
  locale: string;
  mode: SessionMode;
  /** The queue of its conversation; null for any. */
  routingKey: string | null;
  /** JSON text from the page, passed on unchanged. */
  metadata: string;
  /** The tenant's user, proven by a signature; null while anonymous. */
  userId: string | null;
  /** Name, e-mail and attributes are the page's claims; the signature does not prove them. */
  visitorName: string | null;
  visitorEmail: string | null;
  attributes: Record<string, unknown> | null;
  /** The address that the visitor left for answers; null if there is none. */
  contactEmail: string | null;
  /** True if a link mailed to that address was followed. */
  isContactProven: boolean;
  /** A keyed hash of the visitor's last network. */
  addressHmac: string | null;
  /** The `ver` of the session's live tokens; tokens with a lower one have ended. */
  tokenVersion: number;
  createdAt: number;
  expiresAt: number;
  endedAt: number | null;
}

/** In ms, from the creation: no refresh extends it. */
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

import { holds } from '@chat-relay/desk/selectors';
import type { Row } from '@chat-relay/desk/wire';
import { sanitiseLine } from '../../terminal/sanitise';
import type { InboxState } from '../state/screen-state';

/** Names of what is on the screen. All of them are safe to print. */

/** The visitor's name, marked as unverified unless the tenant's signature proves it. */
export function visitorName({ visitor, visitor_session_id }: Row): string {
  const said = visitor.unverified.display_name ?? visitor.unverified.email;
  if (visitor.is_identified && visitor.user_id !== null) {
    const known = `user ${sanitiseLine(visitor.user_id)}`;
    return said === null ? known : `${known} (says: ${sanitiseLine(said)})`;
  }
  if (said !== null) return `${sanitiseLine(said)} (unverified)`;
  return `visitor ${sanitiseLine(visitor_session_id).replace(/^vs_/, '').slice(0, 6)}`;
}

const REASONS: Record<string, string> = {
  user_requested: 'asked for a person',
  restricted_topic: 'restricted topic',
  low_confidence: 'bot was unsure',
  direct: 'came directly',
};

export function reasonName({ escalation_reason }: Row): string {
  if (escalation_reason === null) return '';
  return REASONS[escalation_reason] ?? sanitiseLine(escalation_reason);
}

export function statusName(state: InboxState, row: Row): string {
  if (row.status === 'ASSIGNED') {
    return holds(state, row) ? 'YOURS' : sanitiseLine(row.operator_display_name ?? 'taken');
  }
  return { WAITING: 'WAITING', BOT: 'with bot', RESOLVED: 'resolved' }[row.status];
}

/** The tenant, if there are several, and the queue. */
export function placeName({ tenants }: InboxState, row: Row): string {
  const isOnly = Object.keys(tenants).length <= 1;
  const parts = [isOnly ? null : tenants[row.tenant_id]?.tenant_name, row.routing_key];
  return parts.flatMap((part) => (part ? [sanitiseLine(part)] : [])).join('/');
}

/** The time of the conversation's last change of status. */
export function since(row: Row): string | null {
  if (row.status === 'WAITING') return row.waiting_since;
  return row.status === 'ASSIGNED' ? row.claimed_at : row.last_message_at;
}

/** The time that has passed since then, as `duration` formats it. */
export function elapsed(fromIso: string | null, nowMs: number): string {
  if (fromIso === null) return '';
  return duration(Math.max(0, Math.floor((nowMs - Date.parse(fromIso)) / 1000)));
}

/** Formats a time in seconds: `0:07`, `12:40`, `3h05`, `2d`. */
export function duration(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}h${two(minutes % 60)}`;
  return `${Math.floor(minutes / (24 * 60))}d`;
}

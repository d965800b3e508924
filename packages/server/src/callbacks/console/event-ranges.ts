import { EVENT_NAMES } from '@chat-relay/receiver-sdk';
import { allOf, among, equal, type Index, type Range } from '../../platform/storage/ranges';
import { CALLBACK_STATES } from './schemas';

export interface EventSelection {
  tenantId: string;
  conversationId?: string | undefined;
  states?: readonly string[] | undefined;
  event?: string | undefined;
}

/** Selects a tenant's events, in order of `event_id`. */
export function eventRanges(
  { tenantId, conversationId, states, event }: EventSelection,
  rest: readonly Range[],
): { index: Index; ranges: Range[] } {
  const ofTenant = equal('tenant_id', tenantId);
  if (conversationId === undefined && states === undefined && event === undefined) {
    return { index: 'callback_events_id', ranges: [allOf([ofTenant, ...rest])] };
  }
  if (conversationId !== undefined) {
    // A conversation has few events, so they can be sorted.
    const conditions = [ofTenant, equal('conversation_id', conversationId)];
    if (states) conditions.push(among('state', states));
    if (event !== undefined) conditions.push(equal('event', event));
    return {
      index: { primaryKeyOf: 'callback_events' },
      ranges: [allOf([...conditions, ...rest])],
    };
  }
  const events = event === undefined ? EVENT_NAMES : [event];
  return {
    index: 'callback_events_state',
    ranges: (states ?? CALLBACK_STATES).flatMap((state) =>
      events.map((name) => allOf([ofTenant, equal('state', state), equal('event', name), ...rest])),
    ),
  };
}

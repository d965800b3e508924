import type { EventName } from '@chat-relay/receiver-sdk';
import type { CallbackState } from '@chat-relay/server/wire/callbacks/console';

/** Values of the log's filters, in the order in which the menus show them. */

export const STATES = [
  'pending',
  'aside',
  'delivered',
  'dead',
] as const satisfies readonly CallbackState[];

export const EVENTS = [
  'conversation-started',
  'message-received',
  'escalation-triggered',
  'ticket-created',
  'ticket-assigned',
  'ticket-resolved',
  'agent-assigned',
  'agent-released',
  'agent-resolved',
  'conversation-rated',
] as const satisfies readonly EventName[];

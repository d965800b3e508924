import type { EventName } from '@chat-relay/receiver-sdk';
import type { CallbackState } from '@chat-relay/server/wire/callbacks/console';

/** What the log is filtered by, in the order of the menus. */

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

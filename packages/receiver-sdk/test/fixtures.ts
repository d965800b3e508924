import type { EventMap } from '../src/events';
import { signCallback } from '../src/signature/sign-callback';
import type { SignCallbackInput, SignedCallback } from '../src/signature/sign-callback';

export const SECRET = 'ts_q7Hh3v0nB1yJ2m4x6Zt8Lw5cRkPaSdFgUeIoYiT0rXs';
export const OLD_SECRET = 'ts_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0U1v';
export const TENANT_ID = '0190f3c2-7a5b-7c3d-8e9f-0a1b2c3d4e5f';
export const OTHER_TENANT_ID = '0190f3c2-7a5b-7c3d-8e9f-ffffffffffff';
export const NOW_MS = 1_767_225_600_000;

let events = 0;

/** Builds an event with a new `event_id`, unless one is given. */
export function buildEvent(
  changes: Partial<EventMap['message-received']> = {},
): EventMap['message-received'] {
  events += 1;
  return {
    event_id: `0190f3c2-0000-7000-8000-${String(events).padStart(12, '0')}`,
    event: 'message-received',
    schema_version: '1',
    occurred_at: '2026-01-01T00:00:00.000Z',
    sequence: 2,
    tenant_id: TENANT_ID,
    conversation_id: '65920080a1b2c3d4e5f60718',
    visitor_session_id: 'vs_abc',
    user_id: null,
    message: {
      message_id: '0190f3c2-0000-7000-9000-000000000001',
      client_msg_id: 'c1',
      seq: 1,
      content: 'Où est ma commande ?',
      created_at: '2026-01-01T00:00:00.000Z',
    },
    status: 'BOT',
    owner: 'bot',
    owner_epoch: 1,
    ...changes,
  };
}

export function buildCallback(changes: Partial<SignCallbackInput> = {}): SignedCallback {
  return signCallback({ secret: SECRET, event: buildEvent(), ...changes });
}

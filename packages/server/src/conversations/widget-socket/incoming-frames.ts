import type { FrameErrorCode, VisitorFrame } from '@chat-relay/widget-sdk/frames';
import { isTooLong, UNSTORABLE } from '../../platform/message-text';

/** The parsed text frame. `isBad`: no correct client would send it. */
export type GuardedFrame =
  | { ok: true; frame: VisitorFrame }
  | { ok: false; code: FrameErrorCode; clientMsgId?: string; isBad: boolean };

const CLIENT_MSG_ID = /^[\x20-\x7e]{1,64}$/;

/** Written by hand: a schema library takes a tenth of the time budget of a message. */
export function guardFrame(text: string): GuardedFrame {
  const value = parseObject(text);
  if (!value) return INVALID;
  switch (value['type']) {
    case 'msg':
      return guardMessage(value);
    case 'typing': {
      const { state } = value;
      return state === 'start' || state === 'stop' ? accept({ type: 'typing', state }) : INVALID;
    }
    case 'ping':
      return accept({ type: 'ping' });
    case 'read': {
      const { seq } = value;
      return isCount(seq) ? accept({ type: 'read', seq }) : INVALID;
    }
    case 'escalate':
      return accept({ type: 'escalate' });
    case 'sync': {
      const { since } = value;
      return isCount(since) ? accept({ type: 'sync', since }) : INVALID;
    }
    case 'auth': {
      const { token } = value;
      return typeof token === 'string' ? accept({ type: 'auth', token }) : INVALID;
    }
    default:
      return typeof value['type'] === 'string'
        ? { ok: false, code: 'unknown_type', isBad: false }
        : INVALID;
  }
}

const INVALID: GuardedFrame = { ok: false, code: 'invalid_frame', isBad: true };

function accept(frame: VisitorFrame): GuardedFrame {
  return { ok: true, frame };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function guardMessage(value: Record<string, unknown>): GuardedFrame {
  const { client_msg_id, content } = value;
  if (typeof client_msg_id !== 'string' || !CLIENT_MSG_ID.test(client_msg_id)) return INVALID;
  const refused = { ok: false, clientMsgId: client_msg_id } as const;
  if (typeof content !== 'string' || content === '' || UNSTORABLE.test(content)) {
    return { ...refused, code: 'invalid_frame', isBad: true };
  }
  if (isTooLong(content)) return { ...refused, code: 'content_too_long', isBad: false };
  return accept({ type: 'msg', client_msg_id, content });
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

import type { FrameErrorCode, VisitorFrame } from '@chat-relay/widget-sdk/frames';
import { normalizeEmail } from '../../platform/mail/email-address';
import { MAX_ATTACHMENTS } from '../../attachments/attachment';
import { isTooLong, MAX_COMMENT_CHARS, UNSTORABLE } from '../../platform/message-text';

/** The parsed text frame. `isBad`: no correct client would send it. */
export type GuardedFrame =
  | { ok: true; frame: VisitorFrame }
  | { ok: false; code: FrameErrorCode; clientMsgId?: string; isBad: boolean };

const CLIENT_MSG_ID = /^[\x20-\x7e]{1,64}$/;

type Fields = Record<string, unknown>;

/** Guards by type of frame. Written by hand: a schema library takes a tenth of the time budget of a message. */
const GUARDS: Record<VisitorFrame['type'], (fields: Fields) => GuardedFrame> = {
  msg: guardMessage,
  typing: ({ state }) =>
    state === 'start' || state === 'stop' ? accept({ type: 'typing', state }) : INVALID,
  ping: () => accept({ type: 'ping' }),
  read: ({ seq }) => (isCount(seq) ? accept({ type: 'read', seq }) : INVALID),
  escalate: () => accept({ type: 'escalate' }),
  rate: guardRating,
  sync: ({ since }) => (isCount(since) ? accept({ type: 'sync', since }) : INVALID),
  contact: guardContact,
  auth: ({ token }) => (typeof token === 'string' ? accept({ type: 'auth', token }) : INVALID),
  page: ({ url, title }) =>
    typeof url === 'string' && typeof title === 'string'
      ? accept({ type: 'page', url, title })
      : INVALID,
};

export function guardFrame(text: string): GuardedFrame {
  const fields = parseObject(text);
  if (!fields || typeof fields['type'] !== 'string') return INVALID;
  const { type } = fields;
  if (!Object.hasOwn(GUARDS, type)) return { ok: false, code: 'unknown_type', isBad: false };
  return GUARDS[type as VisitorFrame['type']](fields); // checked in the line before
}

const INVALID: GuardedFrame = { ok: false, code: 'invalid_frame', isBad: true };

function accept(frame: VisitorFrame): GuardedFrame {
  return { ok: true, frame };
}

function parseObject(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Fields) : null;
  } catch {
    return null;
  }
}

function guardMessage({ client_msg_id, content, attachments }: Fields): GuardedFrame {
  if (typeof client_msg_id !== 'string' || !CLIENT_MSG_ID.test(client_msg_id)) return INVALID;
  const refused = { ok: false, clientMsgId: client_msg_id } as const;
  const files = attachments === undefined ? [] : guardFiles(attachments);
  const isEmpty = content === '' && !files?.length;
  if (!files || typeof content !== 'string' || isEmpty || UNSTORABLE.test(content)) {
    return { ...refused, code: 'invalid_frame', isBad: true };
  }
  if (isTooLong(content)) return { ...refused, code: 'content_too_long', isBad: false };
  if (files.length === 0) return accept({ type: 'msg', client_msg_id, content });
  return accept({ type: 'msg', client_msg_id, content, attachments: files });
}

const MAX_UPLOAD_ID = 100;

/** Checks the form of upload ids; the journal checks whether they exist. */
function guardFiles(attachments: unknown): string[] | null {
  if (!Array.isArray(attachments) || attachments.length > MAX_ATTACHMENTS) return null;
  const isId = (value: unknown) => typeof value === 'string' && value.length <= MAX_UPLOAD_ID;
  return attachments.every(isId) ? (attachments as string[]) : null;
}

function guardRating({ rating, comment }: Fields): GuardedFrame {
  if (!isCount(rating) || rating < 1 || rating > 5) return INVALID;
  if (comment === undefined) return accept({ type: 'rate', rating });
  if (typeof comment !== 'string' || UNSTORABLE.test(comment)) return INVALID;
  if (isTooLong(comment, MAX_COMMENT_CHARS)) {
    return { ok: false, code: 'content_too_long', isBad: false };
  }
  return accept({ type: 'rate', rating, comment });
}

/** Checks a contact frame. An invalid address is the visitor's mistake, not the client's, so the frame is not bad. */
function guardContact({ email }: Fields): GuardedFrame {
  if (typeof email !== 'string') return INVALID;
  const normalized = normalizeEmail(email);
  if (normalized === null) return { ok: false, code: 'invalid_frame', isBad: false };
  return accept({ type: 'contact', email: normalized });
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

import type {
  AckFrame,
  DraftView,
  ErrorFrame,
  FrameErrorCode,
  MsgFrame,
  WelcomeFrame,
  WidgetConfig,
} from '@chat-relay/widget-sdk/frames';
import type { LinkTo } from '../../attachments/links';
import { attachmentView } from '../../attachments/view';
import { iso } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { VisitorSession } from '../../visitors/session';
import type { Resume } from '../journal/resume';
import { PING_INTERVAL_MS } from '../sockets/keepalive';
import type { ConversationState, Message } from '../rules/state';
import { conversationView, messageView } from '../journal/views';

/** The frames for visitors' sockets; this file knows no sockets. */

const PONG_TIMEOUT_MS = 10_000;
const RETRY_AFTER_MS = 1_000;

interface Welcome {
  visitor: VisitorSession;
  config: WidgetConfig;
  state: ConversationState | null;
  queuePosition: number | null;
  /** Last `seq` of the resume; later messages are sent after it. */
  lastSeq: number;
  readSeq: number;
  agentReadSeq: number;
  resume: Resume;
  /** `seq` of removed messages that the client has. */
  removed: number[];
  draft: DraftView | null;
  tokenExpiresAtMs: number;
  now: number;
}

export function welcomeFrame(welcome: Welcome): WelcomeFrame {
  const { visitor, state, resume } = welcome;
  return {
    type: 'welcome',
    protocol: 1,
    session: {
      session_id: visitor.sessionId,
      expires_at: iso(visitor.expiresAt),
      locale: visitor.locale,
      mode: visitor.mode,
      user_id: visitor.userId,
      has_contact: visitor.contactEmail !== null,
    },
    config: welcome.config,
    conversation: state && conversationView(state, welcome.queuePosition),
    last_seq: welcome.lastSeq,
    read_seq: welcome.readSeq,
    agent_read_seq: welcome.agentReadSeq,
    resume: { status: resume.status, from: resume.from, to: resume.to },
    removed: welcome.removed,
    draft: welcome.draft,
    heartbeat: { interval_ms: PING_INTERVAL_MS, timeout_ms: PONG_TIMEOUT_MS },
    token_expires_at: iso(welcome.tokenExpiresAtMs),
    server_time: iso(welcome.now),
  };
}

export function msgFrame(message: Message, linkTo: LinkTo): MsgFrame {
  return { type: 'msg', ...messageView(message, linkTo) };
}

export function ackFrame(
  message: Message,
  clientMsgId: string,
  isDuplicate: boolean,
  linkTo: LinkTo,
): AckFrame {
  return {
    type: 'ack',
    client_msg_id: clientMsgId,
    message_id: message.messageId,
    seq: message.seq,
    created_at: iso(message.createdAt),
    ...(message.attachments && {
      attachments: message.attachments.map((attachment) => attachmentView(attachment, linkTo)),
    }),
    ...(isDuplicate && { duplicate: true }),
    ...(message.isRemoved && { removed: true }),
  };
}

/** @param retryAfterMs without it, retrying won't help */
export function errorFrame(
  code: FrameErrorCode,
  { clientMsgId, retryAfterMs }: { clientMsgId?: string | undefined; retryAfterMs?: number } = {},
): ErrorFrame {
  return {
    type: 'error',
    code,
    retryable: retryAfterMs !== undefined,
    ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
    ...(clientMsgId !== undefined && { client_msg_id: clientMsgId }),
  };
}

export function failureFrame(error: unknown, clientMsgId: string | undefined): ErrorFrame {
  const refusal = error instanceof AppError ? error.code : null;
  // Attachments are the only field of a valid frame that the journal may refuse as invalid.
  if (refusal === 'invalid_request') return errorFrame('attachment_invalid', { clientMsgId });
  if (refusal === 'client_msg_id_conflict' || refusal === 'state_conflict') {
    return errorFrame(refusal, { clientMsgId });
  }
  if (error instanceof AppError && error.code === 'rate_limited') {
    const { retryAfterS = 1 } = error;
    return errorFrame(error.code, { clientMsgId, retryAfterMs: retryAfterS * 1_000 });
  }
  return errorFrame(refusal === 'overloaded' ? refusal : 'storage_unavailable', {
    clientMsgId,
    retryAfterMs: RETRY_AFTER_MS,
  });
}

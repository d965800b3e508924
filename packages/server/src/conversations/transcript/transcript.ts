import type { MessageView } from '@chat-relay/widget-sdk/frames';
import { iso } from '../../platform/clock';
import { resolveLocale, type Locale } from '../../platform/locale';
import type { Tenant } from '../../tenants/tenant';
import type { VisitorSession } from '../../visitors/session';
import type { ConversationStore } from '../journal/store';
import { messageView } from '../journal/views';
import type { Message } from '../rules/state';

/** A conversation as its visitor may keep it: what the visitor can read, and nothing else. */
export interface Transcript {
  tenant_name: string;
  /** Null: there is no conversation yet. */
  conversation_id: string | null;
  locale: Locale;
  /** The tenant's, an IANA name; `UTC` for one without opening hours. */
  timezone: string;
  started_at: string | null;
  /** False: it was too long, and the oldest messages are left out. */
  is_whole: boolean;
  messages: MessageView[];
}

/** The text of the messages, at most. */
const MAX_TRANSCRIPT_BYTES = 4 * 1024 * 1024;
const MESSAGES_A_READ = 500;

export async function readTranscript(
  store: Pick<ConversationStore, 'ofSession' | 'messages'>,
  session: VisitorSession,
  tenant: Tenant,
  maxBytes = MAX_TRANSCRIPT_BYTES,
): Promise<Transcript> {
  const [state, { messages, isWhole }] = await Promise.all([
    store.ofSession(session),
    readLast(store, session, maxBytes),
  ]);
  return {
    tenant_name: tenant.name,
    conversation_id: state?.conversationId ?? null,
    locale: resolveLocale(session.locale, tenant.defaultLocale),
    timezone: tenant.hours?.timezone ?? 'UTC',
    started_at: state && iso(state.startedAt),
    is_whole: isWhole,
    messages: messages.map((message) => messageView(message)),
  };
}

/** As many of the last messages as fit. */
async function readLast(
  store: Pick<ConversationStore, 'messages'>,
  session: VisitorSession,
  maxBytes: number,
): Promise<{ messages: Message[]; isWhole: boolean }> {
  const newestFirst: Message[] = [];
  let bytes = 0;
  for (;;) {
    const beforeSeq = newestFirst.at(-1)?.seq;
    const page = await store.messages(session, {
      limit: MESSAGES_A_READ,
      ...(beforeSeq !== undefined && { beforeSeq }),
    });
    for (const message of page.toReversed()) {
      bytes += Buffer.byteLength(message.content);
      if (bytes > maxBytes) return { messages: newestFirst.toReversed(), isWhole: false };
      newestFirst.push(message);
    }
    if (page.length < MESSAGES_A_READ) return { messages: newestFirst.toReversed(), isWhole: true };
  }
}

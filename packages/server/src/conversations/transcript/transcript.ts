import type { MessageView } from '@chat-relay/widget-sdk/frames';
import type { Transcript as TranscriptView } from '@chat-relay/widget-sdk/rest';
import { iso } from '../../platform/clock';
import type { Parts } from '../../platform/http/large-json';
import type { Tenant } from '../../tenants/tenant';
import { voiceOf, type Voice } from '../../tenants/texts/voice';
import type { VisitorSession } from '../../visitors/session';
import type { ConversationStore } from '../journal/store';
import { messageView } from '../journal/views';

/** Language and texts of a transcript. The key is a symbol, so that its JSON is without. */
export const VOICE = Symbol('voice');

/** A conversation as its visitor may keep it: the messages that the visitor can read, and nothing else. */
export interface Transcript extends TranscriptView {
  [VOICE]: Voice;
}

export type OpenTranscript = Omit<Transcript, 'messages'> & { messages: Parts<MessageView> };

const MAX_TRANSCRIPT_BYTES = 4 * 1024 * 1024;
/** Messages of up to 4,000 characters: a page is written in one turn of the event loop. */
const MESSAGES_A_PAGE = 50;

type Store = Pick<ConversationStore, 'ofSession' | 'messages' | 'firstSeqWithin'>;

/** The last messages that fit, oldest first. A page is read once the one before it was taken. */
export async function openTranscript(
  store: Store,
  session: VisitorSession,
  tenant: Tenant,
  maxBytes = MAX_TRANSCRIPT_BYTES,
): Promise<OpenTranscript> {
  const voice = voiceOf(tenant, session.locale);
  const state = await store.ofSession(session);
  const lastSeq = state?.lastSeq ?? 0;
  const firstSeq = state ? await store.firstSeqWithin(session, lastSeq, maxBytes) : 1;
  return {
    [VOICE]: voice,
    tenant_name: tenant.name,
    conversation_id: state?.conversationId ?? null,
    locale: voice.language,
    timezone: tenant.hours?.timezone ?? 'UTC',
    started_at: state && iso(state.startedAt),
    is_whole: firstSeq === 1,
    messages: pagesOf(store, session, firstSeq, lastSeq),
  };
}

/** Reads a whole transcript at once; use it for few bytes. */
export async function readTranscript(
  store: Store,
  session: VisitorSession,
  tenant: Tenant,
  maxBytes: number,
): Promise<Transcript> {
  const { messages: pages, ...head } = await openTranscript(store, session, tenant, maxBytes);
  const messages: MessageView[] = [];
  for await (const page of pages) messages.push(...page);
  return { ...head, messages };
}

async function* pagesOf(
  store: Pick<ConversationStore, 'messages'>,
  session: VisitorSession,
  firstSeq: number,
  lastSeq: number,
): AsyncGenerator<MessageView[]> {
  let afterSeq = firstSeq - 1;
  while (afterSeq < lastSeq) {
    const limit = Math.min(MESSAGES_A_PAGE, lastSeq - afterSeq);
    const page = await store.messages(session, { afterSeq, limit });
    yield page.map((message) => messageView(message));
    // The conversation was erased meanwhile.
    if (page.length < limit) return;
    afterSeq += limit;
  }
}

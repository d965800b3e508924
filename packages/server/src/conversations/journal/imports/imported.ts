import { createHash } from 'node:crypto';
import { newId, newObjectId } from '../../../platform/ids';
import type { RowOf } from '../../../platform/storage/table';
import { botNameOf } from '../../../tenants/bot/disclosure';
import type { Tenant } from '../../../tenants/tenant';
import { voiceOf } from '../../../tenants/texts/voice';
import type { SessionRow } from '../../../visitors/model';
import { SESSION_TTL_MS, toSession } from '../../../visitors/session';
import { replay, type ImportedMessage } from '../../rules/imported';
import { conversationRow, messageRow, type CONVERSATIONS, type MessageRow } from '../model';

export interface ImportedConversation {
  /** Id in the other product. */
  externalId: string;
  visitor: {
    userId: string | null;
    displayName: string | null;
    email: string | null;
    attributes: object | null;
  };
  /** Null: the tenant's default. */
  locale: string | null;
  routingKey: string | null;
  metadata: object;
  /** At least one, the oldest first. */
  messages: readonly ImportedMessage[];
}

/** Origin of imported sessions. No page has this origin, so no token belongs to such a session. */
const IMPORT_ORIGIN = 'import';

/** Derives the session's id from the external id, so that a repeated import finds the session. */
export function importedSessionId(tenantId: string, externalId: string): string {
  const hash = createHash('sha256').update(`import ${tenantId} ${externalId}`);
  return `vs_${hash.digest('base64url')}`;
}

export function lastMessageAt({ messages }: Pick<ImportedConversation, 'messages'>): number {
  return messages.at(-1)?.createdAt ?? 0;
}

export interface ImportedRows {
  session: SessionRow;
  conversation: RowOf<typeof CONVERSATIONS>;
  messages: MessageRow[];
}

/** Rows of an imported conversation. Its session ends with its last message. */
export function importedRows(tenant: Tenant, imported: ImportedConversation): ImportedRows {
  const { visitor, messages } = imported;
  const startedAt = messages[0]?.createdAt ?? 0;
  const endedAt = lastMessageAt(imported);
  const session: SessionRow = {
    tenant_id: tenant.tenantId,
    session_id: importedSessionId(tenant.tenantId, imported.externalId),
    widget_public_key: '',
    origin: IMPORT_ORIGIN,
    locale: imported.locale ?? tenant.defaultLocale,
    mode: messages.some(({ sender }) => sender === 'bot') ? 'bot' : 'human',
    routing_key: imported.routingKey,
    metadata: JSON.stringify({ ...imported.metadata, external_id: imported.externalId }),
    user_id: visitor.userId,
    visitor_name: visitor.displayName,
    visitor_email: visitor.email,
    visitor_attributes: visitor.attributes && JSON.stringify(visitor.attributes),
    created_at: startedAt,
    expires_at: startedAt + SESSION_TTL_MS,
    purge_at: null,
    kept_from: endedAt,
    ended_at: endedAt,
    erased_at: null,
    contact_email: null,
    contact_proven: 0,
    nobody_there: 0,
    mailed_seq: null,
    current_page: null,
    earlier_pages: null,
    address_hmac: null,
    token_version: 1,
    taken_over_at: null,
  };
  const facts = {
    ...toSession(session),
    visitorAttributes: session.visitor_attributes,
    currentPage: null,
    isErased: false,
  };
  const voice = voiceOf(tenant, session.locale);
  const replayed = replay(facts, messages, {
    newId,
    newObjectId: () => newObjectId(startedAt),
    botName: botNameOf(tenant.bot, voice),
    voice,
  });
  return {
    session,
    conversation: conversationRow(facts, replayed.state),
    messages: replayed.messages.map((message) => messageRow(facts, message)),
  };
}

import type { ItemOf, ListRoute, PluralOf } from '@chat-relay/server/wire';
import type { DeskApi } from './api';
import { readItems } from './listing';
import type { MessageView } from '@chat-relay/widget-sdk/frames';
import type { CannedReply } from '@chat-relay/server/wire/conversations/inbox/canned-replies';
import type { CreatedUpload, FinishedUpload, MessageHistory } from '@chat-relay/widget-sdk/rest';
import type { BulkAction, BulkResult, Note } from '@chat-relay/server/wire/conversations';
import type { Operator, PresenceSetting } from '@chat-relay/server/wire/operators';
import type { PageVisit } from '@chat-relay/server/wire/visitors';
import type { Row, InboxTenant } from '../wire';

/** The routes that the inbox uses, named by purpose. All throw as `DeskApi` does. */
export interface DeskRelay extends Pick<DeskApi, 'explain'> {
  tenants(workspaceId: string): Promise<InboxTenant[]>;
  operators(workspaceId: string): Promise<Operator[]>;
  cannedReplies(workspaceId: string): Promise<CannedReply[]>;
  /** Fetches all waiting and assigned conversations. */
  activeRows(tenantId: string | null): Promise<Row[]>;
  /** Fetches a page of matching conversations, newest first. */
  rows(
    filter: Readonly<Record<string, string>>,
    cursor?: string | null,
  ): Promise<{ rows: Row[]; nextCursor: string | null }>;
  row(id: string): Promise<Row>;
  /** Fetches the last pages that the visitor opened, newest first. */
  pages(id: string): Promise<PageVisit[]>;
  messages(
    id: string,
    place?: { after_seq: number } | { before_seq: number },
  ): Promise<MessageHistory>;
  claim(id: string): Promise<Row>;
  release(id: string): Promise<Row>;
  resolve(id: string): Promise<Row>;
  transfer(id: string, operatorId: string, isForced?: boolean): Promise<Row>;
  /** Marks the conversation as unread for this operator alone, until they read it. */
  markUnread(id: string): Promise<Row>;
  /** Replaces the conversation's tags. */
  tag(id: string, tags: readonly string[]): Promise<Row>;
  /** Fetches the tags of a tenant's conversations, most used first. */
  tags(tenantId: string): Promise<readonly string[]>;
  /** @param until ISO 8601; null ends the snooze now */
  snooze(id: string, until: string | null): Promise<Row>;
  /** Changes up to 100 conversations; each succeeds or fails on its own. */
  updateMany(ids: readonly string[], action: BulkAction): Promise<BulkResult[]>;
  send(
    id: string,
    clientMsgId: string,
    content: string,
    uploadIds: readonly string[],
  ): Promise<MessageView>;
  /** Announces a file for a conversation. */
  createUpload(id: string, file: { name: string; bytes: number }): Promise<CreatedUpload>;
  /** Reports that all bytes of a file are sent. */
  finishUpload(uploadId: string): Promise<FinishedUpload>;
  cancelUpload(uploadId: string): Promise<unknown>;
  read(id: string, seq: number): Promise<Row>;
  typing(id: string, state: 'start' | 'stop'): Promise<void>;
  setPresence(status: PresenceSetting): Promise<Operator[]>;
  /** Fetches the conversation's notes, oldest first. */
  notes(id: string): Promise<Note[]>;
  /** @param operatorIds operators whom the note mentions */
  writeNote(id: string, content: string, operatorIds: readonly string[]): Promise<Note>;
  removeNote(id: string, noteId: string): Promise<void>;
}

const PAGE = 200;
const MAX_ITEMS = 4_000;
const MAX_ACTIVE = 20_000;
const CONVERSATIONS = { route: 'console/fetch/conversations', plural: 'conversations' } as const;

export function createDeskRelay(api: DeskApi): DeskRelay {
  const list = async <Name extends ListRoute>(
    route: Name,
    plural: PluralOf<Name>,
    query: Record<string, string>,
  ): Promise<ItemOf<Name>[]> =>
    (await readItems(api, { route, plural, query }, { most: MAX_ITEMS })).items;
  const active = async (status: string, tenantId: string | null): Promise<Row[]> => {
    const query = { status, ...(tenantId !== null && { tenant_id: tenantId }) };
    return (await readItems(api, { ...CONVERSATIONS, query }, { most: MAX_ACTIVE })).items;
  };
  const act = async (
    verb: 'claim' | 'release' | 'resolve' | 'transfer' | 'unread' | 'update' | 'snooze' | 'read',
    body: object,
  ): Promise<Row> => (await api.post(`console/${verb}/conversation`, body)).conversation;

  return {
    explain: api.explain,
    tenants: (id) => list('console/fetch/tenants', 'tenants', { workspace_id: id }),
    operators: (id) => list('console/fetch/operators', 'operators', { workspace_id: id }),
    cannedReplies: (id) =>
      list('console/fetch/canned-replies', 'canned_replies', { workspace_id: id }),
    activeRows: async (tenantId) => {
      const pages = [active('WAITING', tenantId), active('ASSIGNED', tenantId)];
      return (await Promise.all(pages)).flat();
    },
    rows: async (query, cursor) => {
      const place = { most: PAGE, cursor: cursor ?? undefined };
      const { items, nextCursor } = await readItems(api, { ...CONVERSATIONS, query }, place);
      return { rows: items, nextCursor };
    },
    row: async (id) => {
      const query = { conversation_id: id };
      const { conversation, suggestion } = await api.get('console/fetch/conversation', { query });
      return suggestion ? { ...conversation, suggestion } : conversation;
    },
    pages: async (id) => {
      const query = { conversation_id: id };
      return (await api.get('console/fetch/conversation', { query })).pages;
    },
    messages: (id, place) =>
      api.get('console/fetch/messages', {
        query: { conversation_id: id, limit: PAGE, ...place },
      }),
    claim: (id) => act('claim', { conversation_id: id }),
    release: (id) => act('release', { conversation_id: id }),
    resolve: (id) => act('resolve', { conversation_id: id }),
    transfer: (id, operatorId, isForced) =>
      act('transfer', {
        conversation_id: id,
        operator_id: operatorId,
        ...(isForced && { force: true }),
      }),
    markUnread: (id) => act('unread', { conversation_id: id }),
    tag: (id, tags) => act('update', { conversation_id: id, tags }),
    tags: async (tenantId) => {
      const query = { tenant_id: tenantId };
      return (await api.get('console/fetch/tags', { query })).tags;
    },
    snooze: (id, until) => act('snooze', { conversation_id: id, until }),
    updateMany: async (ids, action) => {
      const body = { conversation_ids: ids, action };
      return (await api.post('console/update/conversations', body)).results;
    },
    send: async (id, clientMsgId, content, uploadIds) => {
      const body = {
        conversation_id: id,
        client_msg_id: clientMsgId,
        content,
        ...(uploadIds.length > 0 && { attachments: uploadIds }),
      };
      return (await api.post('console/send/message', body)).message;
    },
    createUpload: (id, file) => api.post('console/create/upload', { conversation_id: id, ...file }),
    finishUpload: (id) => api.post('console/finish/upload', { upload_id: id }),
    cancelUpload: (id) => api.post('console/cancel/upload', { upload_id: id }),
    read: (id, seq) => act('read', { conversation_id: id, seq }),
    typing: async (id, state) => {
      await api.post('console/send/typing', { conversation_id: id, state });
    },
    setPresence: async (status) => (await api.post('console/set/presence', { status })).operators,
    notes: (id) => list('console/fetch/notes', 'notes', { conversation_id: id }),
    writeNote: async (id, content, operatorIds) => {
      const body = { conversation_id: id, content, operator_ids: operatorIds };
      return (await api.post('console/create/note', body)).note;
    },
    removeNote: async (id, noteId) => {
      await api.post('console/remove/note', { conversation_id: id, note_id: noteId });
    },
  };
}

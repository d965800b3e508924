import type { AccountAnswer } from '../relay/account';
import type { Api } from '../relay/api';
import { readItems } from '../relay/listing';
import type { Message, Operator, Presence, Row } from './wire';

/** The relay's routes that the inbox uses, by what they are for. All throw as `Api` does. */
export interface InboxRelay {
  account(): Promise<AccountAnswer>;
  tenants(workspaceId: string): Promise<{ tenant_id: string; tenant_name: string }[]>;
  operators(workspaceId: string): Promise<Operator[]>;
  /** Those waiting and those assigned, all of them. */
  activeRows(tenantId: string | null): Promise<Row[]>;
  /** The latest ones, whatever their status. */
  latestRows(tenantId: string | null): Promise<Row[]>;
  row(id: string): Promise<Row>;
  messages(
    id: string,
    place?: { after_seq: number } | { before_seq: number },
  ): Promise<{ messages: Message[]; has_more: boolean; last_seq: number }>;
  claim(id: string): Promise<Row>;
  release(id: string): Promise<Row>;
  resolve(id: string): Promise<Row>;
  transfer(id: string, operatorId: string): Promise<Row>;
  send(id: string, clientMsgId: string, content: string): Promise<Message>;
  read(id: string, seq: number): Promise<Row>;
  typing(id: string, state: 'start' | 'stop'): Promise<void>;
  setPresence(status: Presence): Promise<Operator[]>;
}

const PAGE = 200;
const MAX_PAGES = 20;

export function createInboxRelay(api: Api): InboxRelay {
  const list = async <Item>(
    route: string,
    plural: string,
    query: Record<string, string>,
    maxPages: number = MAX_PAGES,
  ): Promise<Item[]> =>
    (await readItems<Item>(api, { route, plural, query }, { most: maxPages * PAGE })).items;
  const rows = (query: Record<string, string>, tenantId: string | null, maxPages?: number) =>
    list<Row>(
      'console/fetch/conversations',
      'conversations',
      { ...query, ...(tenantId !== null && { tenant_id: tenantId }) },
      maxPages,
    );
  const act = async (verb: string, body: object): Promise<Row> =>
    (await api.post<{ conversation: Row }>(`console/${verb}/conversation`, body)).conversation;

  return {
    account: () => api.get('console/fetch/account'),
    tenants: (workspace_id) => list('console/fetch/tenants', 'tenants', { workspace_id }),
    operators: (workspace_id) => list('console/fetch/operators', 'operators', { workspace_id }),
    activeRows: async (tenantId) => {
      const pages = [rows({ status: 'WAITING' }, tenantId), rows({ status: 'ASSIGNED' }, tenantId)];
      return (await Promise.all(pages)).flat();
    },
    latestRows: (tenantId) => rows({}, tenantId, 1),
    row: async (id) => {
      const query = { conversation_id: id };
      const answer = await api.get<{ conversation: Row }>('console/fetch/conversation', { query });
      return answer.conversation;
    },
    messages: (id, place) =>
      api.get('console/fetch/messages', {
        query: { conversation_id: id, limit: PAGE, ...place },
      }),
    claim: (id) => act('claim', { conversation_id: id }),
    release: (id) => act('release', { conversation_id: id }),
    resolve: (id) => act('resolve', { conversation_id: id }),
    transfer: (id, operatorId) => act('transfer', { conversation_id: id, operator_id: operatorId }),
    send: async (id, clientMsgId, content) => {
      const body = { conversation_id: id, client_msg_id: clientMsgId, content };
      return (await api.post<{ message: Message }>('console/send/message', body)).message;
    },
    read: (id, seq) => act('read', { conversation_id: id, seq }),
    typing: async (id, state) => {
      await api.post('console/send/typing', { conversation_id: id, state });
    },
    setPresence: async (status) =>
      (await api.post<{ operators: Operator[] }>('console/set/presence', { status })).operators,
  };
}

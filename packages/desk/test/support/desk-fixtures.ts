import type { MessageView } from '@chat-relay/widget-sdk/frames';
import type { Operator } from '@chat-relay/server/wire/operators';
import type { Row, InboxTenant } from '../../src/wire';

export const WORKSPACE = '01900000-0000-7000-8000-000000000001';
export const TENANT = '01900000-0000-7000-8000-000000000002';
export const ME = '01900000-0000-7000-8000-000000000003';
export const SAM = '01900000-0000-7000-8000-000000000004';

export function buildRow(fields: Partial<Row> & { conversation_id: string }): Row {
  return {
    tenant_id: TENANT,
    visitor_session_id: 'vs_abcdefgh',
    status: 'WAITING',
    owner: 'human',
    owner_epoch: 1,
    operator_id: null,
    operator_display_name: null,
    escalation_reason: 'user_requested',
    claim_count: 0,
    claimed_at: null,
    released_at: null,
    resolved_at: null,
    waiting_since: '2026-11-21T12:00:00.000Z',
    rating: null,
    due_at: null,
    routing_key: null,
    mode: 'bot',
    locale: 'fr',
    origin: 'https://shop.example',
    last_seq: 0,
    visitor_read_seq: 0,
    agent_read_seq: 0,
    started_at: '2026-11-21T12:00:00.000Z',
    last_message_at: '2026-11-21T12:00:00.000Z',
    metadata: {},
    page: null,
    tags: [],
    last_message: null,
    unread: 0,
    marked_unread_by: [],
    snoozed_until: null,
    visitor: {
      user_id: null,
      is_identified: false,
      is_erased: false,
      contact_email: null,
      contact_proven: false,
      unverified: { display_name: null, email: null, attributes: null },
    },
    ...fields,
  };
}

export function buildMessage(fields: Partial<MessageView> & { seq: number }): MessageView {
  return {
    message_id: `msg_${fields.seq}`,
    sender: { kind: 'visitor' },
    content: `message ${fields.seq}`,
    created_at: '2026-11-21T12:00:00.000Z',
    ...fields,
  };
}

export function buildOperator(operatorId: string, name: string): Operator {
  return {
    operator_id: operatorId,
    account_id: operatorId,
    workspace_id: WORKSPACE,
    display_name: name,
    tenant_ids: [TENANT],
    routing_keys: [],
    capacity: 5,
    presence: 'online',
    presence_since: '2026-11-21T12:00:00.000Z',
    presence_set: 'online',
  };
}

export function buildTenant(tenantId: string, name: string): InboxTenant {
  return { tenant_id: tenantId, tenant_name: name, workspace_id: WORKSPACE };
}

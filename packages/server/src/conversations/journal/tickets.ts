import { iso, isoOrNull } from '../../platform/clock';
import type { Sql } from '../../platform/storage/sql';
import { placeholders } from '../../platform/storage/sql';
import { TICKET_COLUMNS } from './rows';

export interface TicketRow {
  tenant_id: string;
  ticket_id: string;
  conversation_id: string;
  status: string;
  escalation_reason: string | null;
  operator_id: string | null;
  operator_display_name: string | null;
  created_at: number;
  assigned_at: number | null;
  resolved_at: number | null;
}

export interface TicketFilter {
  tenantIds: string[];
  status?: string;
  limit: number;
  before: readonly [at: number, ticketId: string] | null;
}

/** Tickets of these tenants, newest first. */
export async function listTickets(sql: Sql, filter: TicketFilter): Promise<TicketRow[]> {
  const { tenantIds, status, before, limit } = filter;
  if (tenantIds.length === 0) return [];
  const where = [`tenant_id IN ${placeholders(1, tenantIds.length)}`];
  const params: (string | number)[] = [...tenantIds];
  if (status !== undefined) {
    where.push('status = ?');
    params.push(status);
  }
  if (before) {
    where.push('(created_at < ? OR (created_at = ? AND ticket_id < ?))');
    params.push(before[0], before[0], before[1]);
  }
  return sql.rows<TicketRow>(
    `SELECT ${TICKET_COLUMNS.join(', ')} FROM tickets WHERE ${where.join(' AND ')}
     ORDER BY created_at DESC, ticket_id DESC LIMIT ?`,
    [...params, limit],
  );
}

export function ticketView(row: TicketRow) {
  return {
    ticket_id: row.ticket_id,
    tenant_id: row.tenant_id,
    conversation_id: row.conversation_id,
    status: row.status,
    escalation_reason: row.escalation_reason,
    operator_id: row.operator_id,
    operator_display_name: row.operator_display_name,
    created_at: iso(row.created_at),
    assigned_at: isoOrNull(row.assigned_at),
    resolved_at: isoOrNull(row.resolved_at),
  };
}

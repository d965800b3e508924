import { iso, isoOrNull } from '../../platform/clock';
import type { Sql } from '../../platform/storage/sql';
import { allOf, firstOfRanges, type Range } from '../../platform/storage/ranges';
import { listColumns } from '../../platform/storage/table';
import type { ListedTicket } from '../wire';
import { TICKETS, type TicketRow } from './model';

export interface TicketFilter {
  tenantIds: string[];
  status?: string;
  limit: number;
  before: readonly [at: number, ticketId: string] | null;
}

export async function listTickets(sql: Sql, filter: TicketFilter): Promise<TicketRow[]> {
  const { tenantIds, status, before, limit } = filter;
  if (tenantIds.length === 0) return [];
  const rest: Range[] = [];
  if (status !== undefined) rest.push({ where: 'status = ?', params: [status] });
  if (before) {
    // The first condition follows from the second: it is there for the index.
    const where = 'created_at <= ? AND (created_at, ticket_id) < (?, ?)';
    rest.push({ where, params: [before[0], ...before] });
  }
  const page = firstOfRanges({
    dialect: sql.dialect,
    columns: listColumns(TICKETS),
    from: 'tickets',
    index: status === undefined ? 'tickets_recent' : 'tickets_status',
    ranges: tenantIds.map((id) => allOf([{ where: 'tenant_id = ?', params: [id] }, ...rest])),
    order: 'created_at DESC, ticket_id DESC',
    limit,
  });
  return sql.rows<TicketRow>(page.sql, page.params);
}

export function ticketView(row: TicketRow): ListedTicket {
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

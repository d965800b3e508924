import type { ColumnTypes } from '../../column-types';

export function reportTables(t: ColumnTypes): string[] {
  return [
    // One row for each commit of the journal and tenant, added to the totals some seconds later.
    table('report_entries', ['entry_id'], t),
    // One row for each tenant and quarter of an hour.
    table('report_totals', [], t),
    `CREATE INDEX report_totals_age ON report_totals (began_at)`,
  ];
}

function table(name: string, moreKeys: readonly string[], t: ColumnTypes): string {
  return `CREATE TABLE ${name} (
      tenant_id ${t.id} NOT NULL,
      began_at ${t.time} NOT NULL,
      ${moreKeys.map((key) => `${key} ${t.id} NOT NULL,`).join('')}
      conversations ${t.integer} NOT NULL,
      visitor_messages ${t.integer} NOT NULL,
      bot_messages ${t.integer} NOT NULL,
      agent_messages ${t.integer} NOT NULL,
      resolved_by_bot ${t.integer} NOT NULL,
      resolved_by_agent ${t.integer} NOT NULL,
      escalations ${t.ascii(200)} NOT NULL,
      first_answers ${t.ascii(3000)} NOT NULL,
      waits ${t.ascii(3000)} NOT NULL,
      late_first_answers ${t.integer} NOT NULL DEFAULT 0,
      late_waits ${t.integer} NOT NULL DEFAULT 0,
      ratings ${t.longText},
      PRIMARY KEY (${['tenant_id', 'began_at', ...moreKeys].join(', ')})
    ) ${t.tableEnd}`;
}

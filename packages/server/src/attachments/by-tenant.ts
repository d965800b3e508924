/** Groups rows, because no transaction may write rows of two tenants. */
export function byTenant<Row extends { tenant_id: string }>(
  rows: readonly Row[],
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.tenant_id);
    if (group) group.push(row);
    else groups.set(row.tenant_id, [row]);
  }
  return groups;
}

import { throughIndex } from '../../../platform/storage/ranges';
import type { Sql } from '../../../platform/storage/sql';

const MAX_TAGS = 200;
const RECENT = 'conversation_tags_recent';

/** Tags of a tenant, the most used first. Of spellings that differ in case, one is returned. */
export async function readTags(sql: Sql, tenantId: string): Promise<string[]> {
  const rows = await sql.rows<{ tag: string }>(
    `SELECT (SELECT x.tag FROM conversation_tags x${throughIndex(sql.dialect, RECENT)}
       WHERE x.tenant_id = ? AND x.tag_key = page.tag_key LIMIT 1) AS tag
     FROM (
       SELECT g.tag_key, COUNT(*) AS uses
       FROM conversation_tags g${throughIndex(sql.dialect, RECENT)}
       WHERE g.tenant_id = ? GROUP BY g.tag_key ORDER BY uses DESC, g.tag_key LIMIT ${MAX_TAGS}
     ) page
     ORDER BY page.uses DESC, page.tag_key`,
    [tenantId, tenantId],
  );
  return rows.map(({ tag }) => tag);
}

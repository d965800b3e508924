import { defineTable, integer, text } from '../platform/storage/table';

export const REPLAY_CLAIMS = defineTable('replay_claims', ['tenant_id', 'signature'], {
  tenant_id: text(),
  signature: text(),
  expires_at: integer(),
});

import { defineTable, integer, text } from '../../../platform/storage/table';

export const WAITING_MAILS = defineTable('waiting_mails', ['tenant_id'], {
  tenant_id: text(),
  /** When the tenant's operators were mailed last; 0: never. Whoever waited then is known to them. */
  mailed_at: integer(),
});

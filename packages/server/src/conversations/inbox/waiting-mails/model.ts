import { defineTable, integer, text } from '../../../platform/storage/table';

export const WAITING_MAILS = defineTable('waiting_mails', ['tenant_id'], {
  tenant_id: text(),
  /** When the tenant's operators were mailed last; 0: never. They know of the visitors who waited then. */
  mailed_at: integer(),
});

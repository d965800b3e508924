import { defineTable, integer, text } from '../../../platform/storage/table';

export const WAITING_MAILS = defineTable('waiting_mails', ['tenant_id'], {
  tenant_id: text(),
  /** Time of the last mail to the tenant's operators; 0: never. It announced all visitors who waited then. */
  mailed_at: integer(),
});

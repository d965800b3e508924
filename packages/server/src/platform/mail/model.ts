import { defineTable, integer, text, type RowOf } from '../storage/table';

export const MAILS = defineTable('mails', ['mail_id'], {
  mail_id: text(),
  recipient: text(),
  sealed_content: text(),
  attempts: integer(),
  due_at: integer(),
  expires_at: integer(),
});

export const MAIL_BUDGETS = defineTable('mail_budgets', ['recipient', 'budget'], {
  recipient: text(),
  budget: text(),
  sent_at: integer(),
  hour_started_at: integer(),
  sent_in_hour: integer(),
  day_started_at: integer(),
  sent_in_day: integer(),
});
export type MailBudgetRow = RowOf<typeof MAIL_BUDGETS>;

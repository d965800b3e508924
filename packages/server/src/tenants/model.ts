import { defineTable, integer, orNull, text, type RowOf } from '../platform/storage/table';
import type { Assignment, TenantStatus } from './tenant';

/** JSON columns are text: no statement reads or changes a part of one. */
export const TENANTS = defineTable('tenants', ['tenant_id'], {
  tenant_id: text(),
  workspace_id: text(),
  tenant_name: text(),
  widget_public_key: text(),
  allowed_origins: text(),
  callback_url_base: orNull(text()),
  default_locale: text(),
  widget: text(),
  bot: text(),
  hours: orNull(text()),
  retention_days: orNull(integer()),
  rating: integer(),
  assignment: text<Assignment>(),
  waiting_mail: integer(),
  target_first_answer_s: orNull(integer()),
  target_wait_s: orNull(integer()),
  /** JSON; null for the defaults. */
  attachments: orNull(text()),
  /** JSON; null if there are none. */
  texts: orNull(text()),
  status: text<TenantStatus>(),
  suspension_reason: orNull(text()),
  deletes_at: orNull(integer()),
  /** The status before it was deleted; null once it can't be restored. */
  restores_to: orNull(text<TenantStatus>()),
  created_at: integer(),
  /** Grows with each change; 0 if the tenant has not changed since this column exists. */
  changed_at: integer(),
});
export type TenantRow = RowOf<typeof TENANTS>;

export const RETIRED_WIDGET_KEYS = defineTable(
  'retired_widget_keys',
  ['tenant_id', 'widget_public_key'],
  {
    tenant_id: text(),
    widget_public_key: text(),
    retires_at: integer(),
  },
);

export const TENANT_SECRETS = defineTable('tenant_secrets', ['tenant_id', 'secret_id'], {
  tenant_id: text(),
  secret_id: text(),
  sealed_secret: text(),
  state: text<'pending' | 'active' | 'retired'>(),
  retires_at: orNull(integer()),
  created_at: integer(),
});

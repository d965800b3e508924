import { expect, it } from 'vitest';
import { changesBetween, holds } from '../../src/tenants/settings/changes';
import type { Tenant } from '@chat-relay/server/wire/tenants';

const TENANT: Tenant = {
  tenant_id: 't',
  workspace_id: 'w',
  tenant_name: 'Shop',
  widget_public_key: 'pk_1',
  allowed_origins: ['https://shop.example'],
  callback_url_base: null,
  default_locale: 'fr',
  widget: {
    greeting: null,
    theme: { accent_color: null, position: 'right' },
    cross_device: false,
    ask_email: true,
    share_page: true,
  },
  bot: {
    kind: 'builtin',
    greeting: null,
    display_name: null,
    disclosure: true,
    disclosure_reason: null,
    confidence_threshold: 0.5,
    restricted_topics: [],
    faq: [],
    reply_timeout_s: 30,
    model: null,
    embeddings: null,
    daily_tokens: 200_000,
    translation: false,
  },
  hours: null,
  retention: { messages_days: null },
  rating: false,
  assignment: 'off',
  waiting_mail: true,
  targets: { first_answer_s: null, wait_s: null },
  attachments: { enabled: false, types: [], max_bytes: 1, max_total_bytes: 1 },
  texts: {},
  status: 'active',
  deletes_at: null,
  created_at: '2026-11-01T00:00:00.000Z',
  version: 1,
};

it('names each setting that differs, with what it is now where that is a text', () => {
  const after: Tenant = {
    ...TENANT,
    version: 2,
    tenant_name: 'Store',
    allowed_origins: [],
    widget: { ...TENANT.widget, theme: { accent_color: '#112233', position: 'right' } },
  };
  expect(changesBetween(TENANT, after)).toEqual([
    { name: 'tenant_name', now: 'Store' },
    { name: 'allowed_origins', now: null },
    { name: 'accent_color', now: '#112233' },
  ]);
});

it('knows whether a tenant has the settings of a save', () => {
  expect(holds(TENANT, { allowed_origins: ['https://shop.example'], hours: null })).toBe(true);
  expect(holds(TENANT, { allowed_origins: ['https://other.example'] })).toBe(false);
});

it('compares the model of a save with the stored one, but for its key', () => {
  const model = { url: 'https://llm.example/v1', model: 'm', min_overlap: 0.5 };
  const tenant = { ...TENANT, bot: { ...TENANT.bot, model: { ...model, api_key_set: true } } };
  const save = (fields: object) => ({ bot: { ...TENANT.bot, model: { ...model, ...fields } } });
  expect(holds(tenant, save({ api_key: 'secret' }))).toBe(true);
  expect(holds(tenant, save({ model: 'other' }))).toBe(false);
  expect(holds(tenant, { bot: { ...TENANT.bot, model: null } })).toBe(false);
});

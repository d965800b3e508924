import { beforeEach, describe, expect, it } from 'vitest';
import { widgetConfigAnswer } from '../../src/visitors/schemas';
import { addMember } from '../support/members';
import { useRelay } from '../support/relay';
import { setTenantStatus } from '../support/system-admin';
import { createWorld, type World } from '../support/world';

const MONDAY_NOON = Date.parse('2026-11-23T12:00:00Z');

let now = MONDAY_NOON;
const relay = useRelay({ clock: () => now });
let world: World;

beforeEach(async () => {
  now = MONDAY_NOON;
  world = await createWorld(relay.url, {
    callback_url_base: 'https://hooks.example',
    default_locale: 'en',
    bot: { kind: 'none', greeting: 'From the bot' },
    widget: { greeting: 'Hello', theme: { accent_color: '#00ff00', position: 'left' } },
    hours: { timezone: 'UTC', weekly: [{ day: 1, from: '09:00', to: '18:00' }] },
  });
});

const fetchConfig = (query: object = {}, headers: Record<string, string> = {}) => {
  const { tenantId: tenant_id, widgetKey: widget_public_key } = world;
  const search = new URLSearchParams({ tenant_id, widget_public_key, ...query });
  return relay.get(`/fetch/widget-config?${search}`, { headers });
};

describe('the widget configuration', () => {
  it('shows in the widget configuration what a page may know and nothing else', async () => {
    const { status, data, headers } = await fetchConfig();
    expect(status).toBe(200);
    expect(data).toEqual({
      widget_config: {
        tenant_name: 'Shop',
        is_online: false,
        bot_enabled: false,
        locale: 'en',
        default_locale: 'en',
        texts: {},
        greeting: 'Hello',
        theme: { accent_color: '#00ff00', position: 'left' },
        ask_email: false, // this relay sends no mail
        rating: false,
        attachments: {
          enabled: false,
          types: [
            'image/png',
            'image/jpeg',
            'image/webp',
            'image/gif',
            'application/pdf',
            'text/plain',
          ],
          max_bytes: 10_485_760,
        },
        share_page: true,
        limits: { content_chars: 4000, frame_bytes: 16_384 },
      },
    });
    expect(widgetConfigAnswer.validate(data, { convert: false }).error).toBeUndefined();
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect((await fetchConfig({ locale: 'fr' })).data.widget_config.locale).toBe('fr');
  });

  it('answers 304 while the widget configuration is unchanged', async () => {
    const etag = (await fetchConfig()).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect((await fetchConfig({}, { 'if-none-match': etag })).status).toBe(304);
    await relay.post(
      '/console/update/tenant',
      { tenant_id: world.tenantId, tenant_name: 'Renamed' },
      { token: world.ownerToken },
    );
    const changed = await fetchConfig({}, { 'if-none-match': etag });
    expect([changed.status, changed.data.widget_config.tenant_name]).toEqual([200, 'Renamed']);
  });

  it('shows a tenant as online inside its hours while an operator is there', async () => {
    const { email, token } = await addMember(relay.url, world, 'operator');
    const { workspaceId: workspace_id, tenantId } = world;
    await relay.post(
      '/console/create/operator',
      { workspace_id, email, display_name: 'Op', tenant_ids: [tenantId] },
      { token: world.ownerToken },
    );
    const isOnline = async () => (await fetchConfig()).data.widget_config.is_online;

    expect(await isOnline()).toBe(false);
    await relay.post('/console/set/presence', { status: 'online' }, { token });
    expect(await isOnline()).toBe(true);
    now = MONDAY_NOON - 4 * 3_600_000;
    expect(await isOnline()).toBe(false);
  });

  it('answers wrong pairs of tenant and key alike, and reports a suspended tenant', async () => {
    const other = await createWorld(relay.url);
    const wrong = [
      await fetchConfig({ widget_public_key: other.widgetKey }),
      await fetchConfig({ tenant_id: '01890000-0000-7000-8000-000000000000' }),
    ];
    for (const answer of wrong)
      expect([answer.status, answer.data.code]).toEqual([404, 'not_found']);
    await setTenantStatus(relay, world.tenantId, 'suspended');
    expect((await fetchConfig()).data.code).toBe('tenant_suspended');
  });
});

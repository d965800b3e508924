import { WIDGET_TEXTS } from '@chat-relay/widget-sdk/texts';
import { beforeEach, describe, expect, it } from 'vitest';
import { useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../../support/world';

/** 20 KiB of texts. */
const LONG = Object.fromEntries(
  Object.keys(WIDGET_TEXTS.en)
    .slice(0, 20)
    .map((key) => [key, 'م'.repeat(500)]),
);

const relay = useRelay();
let world: World;
beforeEach(async () => {
  world = await createWorld(relay.url, { default_locale: 'de', bot: { kind: 'none' } });
});

const update = (texts: unknown) =>
  world.owner.post<{ tenant: { texts: object }; details: object[] }>('/console/update/tenant', {
    tenant_id: world.tenantId,
    texts,
  });

const configIn = async (locale: string) => {
  const query = new URLSearchParams({
    tenant_id: world.tenantId,
    widget_public_key: world.widgetKey,
    locale,
  });
  const { data } = await relay.get(`/fetch/widget-config?${query}`);
  return data.widget_config as { texts: object; default_locale: string; greeting: string | null };
};

describe('the texts of a tenant', () => {
  it('replace lines of the relay and of the widget, each in its language', async () => {
    const lineWaitingOffline = 'Wir melden uns morgen.';
    const texts = {
      de: { lineWaitingOffline, launcher: 'Frag uns', greeting: 'Moin!' },
      ar: { title: 'مرحبا' },
    };
    expect((await update(texts)).data.tenant.texts).toEqual(texts);

    // The widget has no Japanese texts, so every part of the chat falls back to the tenant's language.
    const config = await configIn('ja');
    expect(config).toMatchObject({ texts: { launcher: 'Frag uns' }, default_locale: 'de' });
    expect([config.texts, config.greeting]).toEqual([{ launcher: 'Frag uns' }, 'Moin!']);
    expect((await configIn('ar-EG')).texts).toEqual({ title: 'مرحبا' });
    expect((await configIn('den')).texts).toEqual({ launcher: 'Frag uns' });
    expect((await configIn('fr')).texts).toEqual({});

    const { token } = await createVisitor(relay.url, world, { locale: 'ja' });
    const socket = await VisitorSocket.open(relay.url, token);
    socket.send({ type: 'msg', client_msg_id: 'ask', content: 'Konnichiwa' });
    let line = await socket.next('msg');
    while (line['sender'] && (line['sender'] as { kind: string }).kind !== 'system') {
      line = await socket.next('msg');
    }
    expect(line['content']).toBe(lineWaitingOffline);
    socket.close();
  });

  it.each([
    ['an unknown language', { ja: {} }, 'texts.ja'],
    ['an unknown key', { de: { lineOfMine: 'x' } }, 'texts.de.lineOfMine'],
    ['a place that nothing fills', { de: { lineJoined: 'Hi {nmae}' } }, 'texts.de.lineJoined'],
    ['an empty text', { de: { title: '' } }, 'texts.de.title'],
    ['a text that is too long', { de: { title: 'x'.repeat(501) } }, 'texts.de.title'],
    ['the subject of a mail', { de: { answerSubject: 'Neu!' } }, 'texts.de.answerSubject'],
    ['more than 32 KiB in all', { de: LONG, ar: LONG }, 'texts'],
  ])('are refused with %s', async (_, texts, field) => {
    const { status, data } = await update(texts);
    expect([status, data.details]).toMatchObject([422, [{ field }]]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { useRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../support/world';

const FR = 'Vous échangez avec un assistant automatique.';
const EN = 'You are talking to an automated assistant.';
const FAQ = [{ questions: ['Livraison ?'], answer: 'Deux jours.', locale: null }];

const relay = useRelay();
let world: World;
beforeEach(async () => {
  world = await createWorld(relay.url, { default_locale: 'fr', bot: { faq: FAQ } });
});

const update = (fields: object) =>
  world.owner.post<{ tenant: { bot: object }; details: object[] }>('/console/update/tenant', {
    tenant_id: world.tenantId,
    ...fields,
  });
const greeting = async (locale?: string) => {
  const query = new URLSearchParams({
    tenant_id: world.tenantId,
    widget_public_key: world.widgetKey,
    ...(locale !== undefined && { locale }),
  });
  const { data } = await relay.get(`/fetch/widget-config?${query}`);
  return (data.widget_config as { greeting: string | null }).greeting;
};
/** The sender that a visitor sees on an answer of the bot. */
const answerer = async (locale: string) => {
  const { token } = await createVisitor(relay.url, world, { locale });
  const socket = await VisitorSocket.open(relay.url, token);
  socket.send({ type: 'msg', client_msg_id: `ask-${locale}`, content: 'Livraison ?' });
  const { sender } = await socket.next('msg');
  socket.close();
  return sender;
};

describe('a bot', () => {
  it('writes under a name that says what it is, in the language of the visitor', async () => {
    expect(await answerer('fr-CA')).toEqual({ kind: 'bot', display_name: 'Assistant automatique' });
    expect(await answerer('en')).toEqual({ kind: 'bot', display_name: 'Automated assistant' });
    expect(await answerer('de')).toEqual({ kind: 'bot', display_name: 'Automatischer Assistent' });
    expect(await answerer('ja')).toEqual({ kind: 'bot', display_name: 'Assistant automatique' });
    await update({ bot: { display_name: 'Robo' } });
    expect(await answerer('en')).toEqual({ kind: 'bot', display_name: 'Robo' });
  });

  it('is named in the greeting once', async () => {
    expect(await greeting()).toBe(FR);
    expect(await greeting('en-GB')).toBe(EN);
    await update({ widget: { greeting: 'Bonjour !' } });
    expect(await greeting()).toBe(`Bonjour ! ${FR}`);
    await update({ bot: { display_name: 'Robo' } });
    expect(await greeting()).toBe(`Bonjour ! ${FR}`);
    await update({ widget: { greeting: 'Robo, notre robot, vous répond.' } });
    expect(await greeting()).toBe('Robo, notre robot, vous répond.');
    const named = 'Ici l’Assistant automatique de la boutique.';
    await update({ bot: {}, widget: { greeting: named } });
    expect(await greeting('fr')).toBe(named);
    expect(await greeting('en')).toBe(`${named} ${EN}`);
    await update({ bot: { kind: 'none' }, widget: { greeting: null } });
    expect(await greeting()).toBeNull();
  });

  it('is left out of the greeting only for a reason, which the audit log keeps', async () => {
    for (const bot of [
      { disclosure: false },
      { disclosure: false, disclosure_reason: null },
      { disclosure: false, disclosure_reason: '' },
      { disclosure: 'no' },
      { display_name: '' },
      { display_name: 'x'.repeat(81) },
    ]) {
      expect([bot, (await update({ bot })).status]).toEqual([bot, 422]);
    }
    const reason = 'The page above the widget says so.';
    const { data } = await update({ bot: { disclosure: false, disclosure_reason: reason } });
    expect(data.tenant.bot).toMatchObject({ disclosure: false, disclosure_reason: reason });
    expect(await greeting()).toBeNull();
    const log = await world.owner.get<{ entries: object[] }>(
      `/console/fetch/audit-log?workspace_id=${world.workspaceId}&limit=1`,
    );
    expect(JSON.stringify(log.data)).toContain(reason);
    await update({ bot: {} });
    expect(await greeting()).toBe(FR);
  });
});

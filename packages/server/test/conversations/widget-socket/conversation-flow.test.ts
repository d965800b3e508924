import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReceiver, nodeHandler } from '@chat-relay/receiver-sdk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startRelay, type TestRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import { addOperator, createVisitor, createWorld, type World } from '../../support/world';

const FAQ = [
  {
    questions: ['Quels sont vos délais de livraison ?', 'Quand vais-je recevoir ma commande ?'],
    answer: 'Nous livrons en 48 heures.',
    locale: 'fr',
  },
];

describe('a conversation from the first word to its end', () => {
  let test: TestRelay;
  let world: World;
  let backend: Server;
  const events: { event: string; sequence: number; conversation_id: string }[] = [];

  beforeAll(async () => {
    test = await startRelay();
    const secret = { value: '' };
    const receiver = createReceiver({ secretsFor: () => [secret.value] }).on('*', (event) => {
      events.push(event);
    });
    backend = createServer(nodeHandler(receiver));
    await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
    const { port } = backend.address() as AddressInfo;
    world = await createWorld(test.url, {
      callback_url_base: `http://127.0.0.1:${port}`,
      bot: { kind: 'builtin', faq: FAQ },
    });
    secret.value = world.tenantSecret;
  });
  afterAll(async () => {
    await test.stop();
    backend.close();
  });

  it('carries a conversation from the bot over an operator to its end, and reports each step', async () => {
    const operator = await addOperator(test.url, world, 'Ana');
    await operator.api.post('/console/set/presence', { status: 'online' });
    const visitor = await createVisitor(test.url, world);
    const socket = await VisitorSocket.open(test.url, visitor.token, { origin: world.origin });

    const ack = await socket.say('m1', 'Quels sont vos délais de livraison ?');
    expect(ack.seq).toBe(1);
    const answer = await socket.next('msg', (frame) => frame.sender.kind === 'bot');
    expect(answer).toMatchObject({ seq: 2, content: 'Nous livrons en 48 heures.' });

    await socket.say('m2', 'Mon parapluie chante faux, que faire ?');
    const line = await socket.next('msg', (frame) => frame.sender.kind === 'system');
    expect(line.content).toMatch(/conseiller/);
    const status = await socket.next('status', (frame) => frame.conversation.status === 'WAITING');
    expect(status.conversation.queue_position).toBe(1);

    const { conversation_id } = status.conversation;
    const claimed = await operator.api.post<{ conversation: { status: string } }>(
      '/console/claim/conversation',
      { conversation_id },
    );
    expect(claimed).toMatchObject({ status: 200, data: { conversation: { status: 'ASSIGNED' } } });
    const sent = await operator.api.post('/console/send/message', {
      conversation_id,
      client_msg_id: 'a1',
      content: 'Bonjour, je regarde.',
    });
    expect(sent.status).toBe(200);
    const reply = await socket.next('msg', (frame) => frame.sender.kind === 'agent');
    expect(reply).toMatchObject({
      content: 'Bonjour, je regarde.',
      sender: { display_name: 'Ana' },
    });
    await operator.api.post('/console/resolve/conversation', { conversation_id });
    await socket.next('status', (frame) => frame.conversation.status === 'RESOLVED');

    await vi.waitFor(() => expect(events.map(({ event }) => event)).toHaveLength(9), 8_000);
    expect(events.map(({ event }) => event)).toEqual([
      'conversation-started',
      'message-received',
      'message-received',
      'escalation-triggered',
      'ticket-created',
      'agent-assigned',
      'ticket-assigned',
      'agent-resolved',
      'ticket-resolved',
    ]);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    socket.close();
  });
});

import { expect, it } from 'vitest';
import { startRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { addOperator, createVisitor, createWorld } from '../support/world';

/** Far longer than a busy machine pauses between two requests. */
const AWAY_MS = 2_000;
const POLL_MS = 200;

it('keeps the conversations of an operator who only polls, and releases them after the last request', async () => {
  const relay = await startRelay({ env: { OPERATOR_AWAY_RELEASE_S: String(AWAY_MS / 1000) } });
  try {
    const world = await createWorld(relay.url);
    const { api } = await addOperator(relay.url, world, 'Ana');
    const { token } = await createVisitor(relay.url, world, { mode: 'human' });
    const socket = await VisitorSocket.open(relay.url, token);
    await socket.say('m1', 'Bonjour');
    const { conversation } = await socket.next('status');
    const { conversation_id } = conversation;
    const claimed = await api.post('/console/claim/conversation', { conversation_id });
    expect(claimed.status).toBe(200);
    const lastStatus = () =>
      socket.frames.findLast((frame) => frame.type === 'status')?.conversation.status;
    await expect.poll(lastStatus).toBe('ASSIGNED');
    let requestedAt = 0;
    for (const until = Date.now() + 2.5 * AWAY_MS; Date.now() < until;) {
      requestedAt = Date.now();
      expect((await api.get('/console/fetch/conversations')).status).toBe(200);
      expect(lastStatus()).toBe('ASSIGNED');
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    await expect.poll(lastStatus, { timeout: 10_000, interval: 10 }).toBe('WAITING');
    expect(Date.now() - requestedAt).toBeGreaterThanOrEqual(AWAY_MS);
    socket.close();
  } finally {
    await relay.stop();
  }
});

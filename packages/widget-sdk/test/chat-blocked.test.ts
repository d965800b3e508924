import { beforeEach, expect, test, vi } from 'vitest';
import { startScriptedRelay, type ScriptedRelay } from './support/scripted-relay';
import { visit } from './support/visitor';

let relay: ScriptedRelay;
beforeEach(async () => {
  relay = await startScriptedRelay();
});

test('stops for a blocked visitor, says why, and does not come back', async () => {
  const chat = visit(relay.url);
  await chat.send('hello');
  const errors: string[] = [];
  const closed: string[] = [];
  chat.on('error', ({ code }) => errors.push(code));
  chat.on('closed', ({ reason }) => closed.push(reason));
  relay.current().send({ type: 'error', code: 'visitor_blocked', retryable: false });
  relay.current().close(4403, 'visitor_blocked');
  await vi.waitFor(() =>
    expect(chat.getState()).toMatchObject({ status: 'stopped', reason: 'visitor_blocked' }),
  );
  expect(closed).toEqual(['visitor_blocked']);
  expect(new Set(errors)).toEqual(new Set(['visitor_blocked']));
  expect(relay.connections).toHaveLength(1);
});

test('stops where a session is refused', async () => {
  relay.answers['create/visitor-session'] = [{ status: 403, code: 'visitor_blocked' }];
  const chat = visit(relay.url);
  await expect(chat.send('hello')).rejects.toMatchObject({ code: 'visitor_blocked' });
  expect(chat.getState()).toMatchObject({ status: 'stopped', reason: 'visitor_blocked' });
  expect(relay.connections).toHaveLength(0);
});

test('stops where a user who identifies is blocked', async () => {
  relay.answers['identify/visitor'] = [{ status: 403, code: 'visitor_blocked' }];
  const chat = visit(relay.url);
  await chat.identify({ userId: 'mallory', userSignature: 'f'.repeat(64) });
  await expect(chat.send('hello')).rejects.toMatchObject({ code: 'visitor_blocked' });
  expect(chat.getState().reason).toBe('visitor_blocked');
});

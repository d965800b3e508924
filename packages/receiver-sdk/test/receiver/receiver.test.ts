import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import {
  createReceiver,
  EVENT_NAMES,
  memoryIdempotencyStore,
  VerificationError,
} from '../../src/index';
import { signedHeaders } from '../../src/signature';
import type { CallbackEvent, MessageReceived, Receiver, ReceiverOptions } from '../../src/index';
import { buildCallback, buildEvent, NOW_MS, OTHER_TENANT_ID, SECRET, TENANT_ID } from '../fixtures';
import { build, OK, refused } from '../receiving';

/** Signs any bytes and delivers them. */
function deliver(receiver: Receiver, body: string | Uint8Array, event = 'message-received') {
  const headers = signedHeaders({
    tenantId: TENANT_ID,
    secret: SECRET,
    timestampMs: Date.now(),
    body,
  });
  return receiver.receive({ path: `/api/v1/chat-callbacks/${event}`, headers, body });
}

describe('receive', () => {
  it('passes the verified event to its handlers and answers 200', async () => {
    const { receiver, errors } = build();
    const seen: CallbackEvent[] = [];
    const event = buildEvent();
    receiver.on('message-received', (received) => void seen.push(received));

    expect(await receiver.receive(buildCallback({ event }))).toEqual(OK);
    expect(seen).toEqual([event]);
    expect(errors).toEqual([]);
  });

  it('gives each event the type of its name', () => {
    const { receiver } = build();
    receiver.on('message-received', (event) => {
      expectTypeOf(event).toEqualTypeOf<MessageReceived>();
    });
    receiver.on('*', (event) => {
      expectTypeOf(event).toEqualTypeOf<CallbackEvent>();
    });
  });

  it('answers 200 without a handler', async () => {
    expect(await build().receiver.receive(buildCallback())).toEqual(OK);
  });

  it('answers 200 to an event it does not know, and shows it to "*"', async () => {
    const { receiver } = build();
    const seen: string[] = [];
    receiver.on('*', ({ event }) => void seen.push(event));

    expect(await deliver(receiver, newerEvent(), 'visitor-blinked')).toEqual(OK);
    expect(seen).toEqual(['visitor-blinked']);
  });

  it('answers 200 to the test event, which has no conversation, and runs no handler', async () => {
    const { receiver, errors } = build();
    const handler = vi.fn((event: CallbackEvent) => void event.conversation_id.slice(-6));
    receiver.on('*', handler);

    expect(await deliver(receiver, testEvent(), 'test')).toEqual(OK);
    expect(handler).not.toHaveBeenCalled();
    expect(errors).toEqual([]);
  });

  it('answers 503 to the test event when a store fails', async () => {
    const idempotencyStore = {
      ...memoryIdempotencyStore(),
      begin: () => Promise.reject(new Error()),
    };
    const { receiver } = build({ idempotencyStore });
    expect(await deliver(receiver, testEvent(), 'test')).toMatchObject({ status: 503 });
  });

  it('runs the handlers of an event one after another, in their order', async () => {
    const { receiver } = build();
    const steps: string[] = [];
    receiver
      .on('message-received', async () => {
        await new Promise((resolve) => setImmediate(resolve));
        steps.push('first');
      })
      .on('*', () => void steps.push('second'))
      .on('ticket-created', () => void steps.push('never'))
      .on('message-received', () => void steps.push('third'));

    await receiver.receive(buildCallback());
    expect(steps).toEqual(['first', 'second', 'third']);
  });

  it.each([
    ['a body that was parsed', { body: {} }, 'body_unavailable'],
    ['no signature headers', { headers: {} }, 'header_missing'],
  ])('answers 401 to %s', async (_, changes, code) => {
    const { receiver, errors } = build();
    const handler = vi.fn();
    receiver.on('*', handler);

    const answer = await receiver.receive({ ...buildCallback(), ...changes });
    expect(answer).toEqual(refused(401, code));
    expect(errors).toEqual([expect.any(VerificationError)]);
    expect(handler).not.toHaveBeenCalled();
  });

  it('refuses the second of two equal requests', async () => {
    const { receiver } = build();
    const callback = buildCallback();
    expect(await receiver.receive(callback)).toEqual(OK);
    expect(await receiver.receive(callback)).toEqual(refused(401, 'replay_detected'));
  });

  it('reads the given clock', async () => {
    const { receiver } = build({ now: () => NOW_MS, toleranceMs: 0 });
    expect(await receiver.receive(buildCallback({ timestampMs: NOW_MS }))).toEqual(OK);
    expect(await receiver.receive(buildCallback({ timestampMs: NOW_MS - 1 }))).toEqual(
      refused(401, 'timestamp_stale'),
    );
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{"event":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a string', '"event"'],
    ['bytes that are no UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a byte order mark', Buffer.from(`\uFEFF${JSON.stringify(buildEvent())}`)],
  ])('answers 401 payload_malformed to a signed body of %s', async (_, body) => {
    expect(await deliver(build().receiver, body)).toEqual(refused(401, 'payload_malformed'));
  });

  it('refuses an event that differs from the last part of the path', async () => {
    const { receiver } = build();
    const callback = buildCallback();
    for (const path of [
      '/chat-callbacks/ticket-created',
      '/chat-callbacks/',
      '',
      'x/message-received/y',
    ]) {
      const moved = { ...buildCallback(), path };
      expect(await receiver.receive(moved)).toEqual(refused(401, 'event_mismatch'));
    }
    expect(await receiver.receive({ ...callback, path: `${callback.path}?a=/b` })).toEqual(OK);
  });

  it("refuses a body whose tenant differs from the header's", async () => {
    const callback = buildCallback({ tenantId: OTHER_TENANT_ID });
    expect(await build().receiver.receive(callback)).toEqual(refused(401, 'tenant_mismatch'));
  });

  it('serves one tenant alone when configured so', async () => {
    const { receiver } = build({ tenantId: TENANT_ID });
    const event = buildEvent({ tenant_id: OTHER_TENANT_ID });
    expect(await receiver.receive(buildCallback())).toEqual(OK);
    expect(await receiver.receive(buildCallback({ event }))).toEqual(
      refused(401, 'unknown_tenant'),
    );
  });

  it('answers 503 when a store or the look-up of secrets fails, and runs nothing', async () => {
    const failure = new Error('down');
    const fail = () => Promise.reject(failure);
    const failing: Partial<ReceiverOptions>[] = [
      { replayStore: { claim: fail } },
      { idempotencyStore: { ...memoryIdempotencyStore(), begin: fail } },
      { secrets: undefined, secretsFor: fail } as Partial<ReceiverOptions>,
    ];
    for (const options of failing) {
      const { receiver, errors } = build(options);
      const handler = vi.fn();
      receiver.on('*', handler);

      expect(await receiver.receive(buildCallback())).toEqual(refused(503, 'store_unavailable'));
      expect(errors).toEqual([failure]);
      expect(handler).not.toHaveBeenCalled();
    }
  });

  it('continues when onError throws', async () => {
    const warned = new Promise((resolve) => process.once('warning', resolve));
    const onError = () => {
      throw new Error('broken logger');
    };
    const { receiver } = build({ onError });
    expect(await receiver.receive({ ...buildCallback(), body: undefined })).toEqual(
      refused(401, 'body_unavailable'),
    );
    expect(await warned).toMatchObject({ message: expect.stringContaining('broken logger') });
  });
});

describe('createReceiver', () => {
  it.each([
    ['no options', undefined],
    ['no secrets', {}],
    ['an empty list of secrets', { secrets: [] }],
    ['one secret that is not in a list', { secrets: SECRET }],
    ['an empty secret', { secrets: [SECRET, ''] }],
    ['an unset secret', { secrets: [undefined] }],
    ['two sources', { secrets: [SECRET], secretsFor: () => [SECRET] }],
    ['a look-up that is no function', { secretsFor: 'x' }],
    ['an empty tenant', { secrets: [SECRET], tenantId: '' }],
    ['a replay store without claim', { secrets: [SECRET], replayStore: {} }],
    ['half an idempotency store', { secrets: [SECRET], idempotencyStore: { begin: () => 'new' } }],
    ['a tolerance of NaN', { secrets: [SECRET], toleranceMs: Number.NaN }],
    ['a negative limit', { secrets: [SECRET], maxBodyBytes: -1 }],
    ['a clock that is no function', { secrets: [SECRET], now: NOW_MS }],
    ['an onError that is no function', { secrets: [SECRET], onError: 'log' }],
  ])('refuses %s as a mistake of the programmer', (_, options) => {
    expect(() => createReceiver(options as unknown as ReceiverOptions)).toThrow(TypeError);
  });

  it('accepts handlers for the nine events and "*" and for no misspelt one', () => {
    const { receiver } = build();
    for (const name of [...EVENT_NAMES, '*'] as const) receiver.on(name as '*', () => undefined);
    expect(() => receiver.on('message-recieved' as '*', () => undefined)).toThrow(TypeError);
    expect(() => receiver.on('*', undefined as never)).toThrow(TypeError);
  });

  it('warns once of a memory replay store in production', async () => {
    const warnings: Error[] = [];
    const collect = (warning: Error): unknown => warnings.push(warning);
    process.on('warning', collect);
    vi.stubEnv('NODE_ENV', 'production');
    build({ replayStore: { claim: () => true } });
    build();
    build();
    await vi.waitFor(() => expect(warnings).not.toHaveLength(0));
    vi.unstubAllEnvs();
    process.off('warning', collect);

    expect(warnings).toEqual([expect.objectContaining({ code: 'CHAT_RELAY_MEMORY_REPLAY_STORE' })]);
  });
});

function testEvent(): string {
  const { event_id, tenant_id } = buildEvent();
  return JSON.stringify({ event_id, event: 'test', sequence: 0, tenant_id, conversation_id: null });
}

function newerEvent(): string {
  return JSON.stringify({ ...buildEvent(), event: 'visitor-blinked' });
}

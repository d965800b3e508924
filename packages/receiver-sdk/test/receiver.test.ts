import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import {
  createReceiver,
  EVENT_NAMES,
  memoryIdempotencyStore,
  signCallback,
  signedHeaders,
  VerificationError,
} from '../src/index';
import type {
  Answer,
  BotAction,
  CallbackEvent,
  MessageReceived,
  Receiver,
  ReceiverOptions,
} from '../src/index';
import { buildCallback, buildEvent, NOW_MS, OTHER_TENANT_ID, SECRET, TENANT_ID } from './fixtures';

const OK: Answer = { status: 200, body: { received: true } };

/** A receiver and the errors it reported. */
function build(changes: Partial<ReceiverOptions> = {}) {
  const errors: unknown[] = [];
  const options = {
    secrets: [SECRET],
    onError: (error: unknown) => errors.push(error),
    ...changes,
  };
  return { receiver: createReceiver(options as ReceiverOptions), errors };
}

function refused(status: number, code: string) {
  const error = { code, message: expect.any(String) };
  return { status, body: { received: false, error } };
}

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
  it('hands the verified event to its handlers and answers 200', async () => {
    const { receiver, errors } = build();
    const seen: CallbackEvent[] = [];
    const event = buildEvent();
    receiver.on('message-received', (received) => void seen.push(received));

    expect(await receiver.receive(buildCallback({ event }))).toEqual(OK);
    expect(seen).toEqual([event]);
    expect(errors).toEqual([]);
  });

  it('types each event by its name', () => {
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

  it('reads the clock it is given', async () => {
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

  it('holds the event to the last part of the path', async () => {
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

  it('holds the tenant of the body to that of the header', async () => {
    const callback = buildCallback({ tenantId: OTHER_TENANT_ID });
    expect(await build().receiver.receive(callback)).toEqual(refused(401, 'tenant_mismatch'));
  });

  it('serves one tenant alone when told so', async () => {
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

  it('is not disturbed by an onError that throws', async () => {
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

describe('an event that comes again', () => {
  /** Another attempt: the same body under a fresh timestamp. */
  function attempts(count: number) {
    const event = buildEvent();
    const startMs = Date.now();
    return Array.from({ length: count }, (_, index) =>
      signCallback({ secret: SECRET, event, timestampMs: startMs + index }),
    );
  }

  it('is answered 200 without running handlers once it is done', async () => {
    const { receiver } = build();
    const handler = vi.fn();
    receiver.on('*', handler);
    for (const attempt of attempts(3)) expect(await receiver.receive(attempt)).toEqual(OK);
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('runs again after a handler threw, and says nothing of the error', async () => {
    const { receiver, errors } = build();
    const failure = new Error('password of the database is hunter2');
    const handler = vi.fn().mockRejectedValueOnce(failure);
    receiver.on('message-received', handler);
    const [first, second] = attempts(2);

    const answer = await receiver.receive(first!);
    expect(answer).toEqual(refused(500, 'handler_failed'));
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    expect(errors).toEqual([failure]);

    expect(await receiver.receive(second!)).toEqual(OK);
    expect(handler).toHaveBeenCalledTimes(2);
  });

  it('stops at the handler that throws, at once or later', async () => {
    const { receiver } = build();
    const later = vi.fn();
    receiver
      .on('message-received', () => {
        throw new Error('at once');
      })
      .on('message-received', later);
    expect(await receiver.receive(buildCallback())).toEqual(refused(500, 'handler_failed'));
    expect(later).not.toHaveBeenCalled();
  });

  it('runs once when its attempts overlap, and all get that run’s answer', async () => {
    const { receiver } = build();
    let finish = (): void => undefined;
    const handler = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    receiver.on('*', handler);

    const answers = attempts(20).map((attempt) => receiver.receive(attempt));
    await vi.waitFor(() => expect(handler).toHaveBeenCalled());
    finish();
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 20 }, () => OK));
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('fails for all overlapping attempts when its run fails', async () => {
    const { receiver } = build();
    const handler = vi.fn().mockRejectedValue(new Error('no'));
    receiver.on('*', handler);
    const answers = await Promise.all(attempts(5).map((attempt) => receiver.receive(attempt)));
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500]);
  });

  it('is answered 503 while another process has it', async () => {
    const idempotencyStore = memoryIdempotencyStore();
    const event = buildEvent();
    void idempotencyStore.begin(event.event_id);
    const { receiver } = build({ idempotencyStore });
    expect(await receiver.receive(buildCallback({ event }))).toEqual(refused(503, 'event_busy'));
  });

  it('counts as received when the handlers ran and only the mark failed', async () => {
    const failure = new Error('down');
    const idempotencyStore = { ...memoryIdempotencyStore(), commit: () => Promise.reject(failure) };
    const { receiver, errors } = build({ idempotencyStore });
    expect(await receiver.receive(buildCallback())).toEqual(OK);
    expect(errors).toEqual([failure]);
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
  ])('takes %s for a mistake of the programmer', (_, options) => {
    expect(() => createReceiver(options as unknown as ReceiverOptions)).toThrow(TypeError);
  });

  it('has handlers for the nine events and "*", and for no misspelt one', () => {
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

function newerEvent(): string {
  return JSON.stringify({ ...buildEvent(), event: 'visitor-blinked' });
}

describe('the actions of a bot', () => {
  const reply: BotAction = { type: 'reply', content: 'Bonjour' };

  it('are put into the answer, those of several handlers in their order', async () => {
    const { receiver } = build();
    receiver
      .on('message-received', () => ({ actions: [reply] }))
      .on('message-received', () => undefined)
      .on('message-received', async () => ({ actions: [{ type: 'resolve' }] }));
    expect(await receiver.receive(buildCallback())).toEqual({
      status: 200,
      body: { received: true, actions: [reply, { type: 'resolve' }] },
    });
  });

  it('are answered again when the event comes again', async () => {
    const { receiver } = build();
    const handler = vi.fn(() => ({ actions: [reply] }));
    receiver.on('message-received', handler);
    const event = buildEvent();
    const answers = [0, 1].map((index) =>
      receiver.receive(buildCallback({ event, timestampMs: Date.now() + index })),
    );
    const [first, second] = await Promise.all(answers);
    const third = await receiver.receive(buildCallback({ event, timestampMs: Date.now() + 2 }));
    expect(first).toMatchObject({ status: 200, body: { actions: [reply] } });
    expect([second, third]).toEqual([first, first]);
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('are ignored when no message was received', async () => {
    const { receiver } = build();
    receiver.on('*', (() => ({ actions: [reply] })) as () => void);
    expect(await receiver.receive(buildCallback())).toEqual(OK);
  });

  it.each([
    ['six', Array.from({ length: 6 }, () => reply)],
    ['one of no known type', [{ type: 'shout' }]],
    ['no list', reply],
    ['a hole', [null]],
  ])('fail the handler when they are %s', async (_, actions) => {
    const { receiver, errors } = build();
    receiver.on('message-received', () => ({ actions: actions as BotAction[] }));
    expect(await receiver.receive(buildCallback())).toEqual(refused(500, 'handler_failed'));
    expect(errors).toEqual([expect.any(TypeError)]);
  });
});

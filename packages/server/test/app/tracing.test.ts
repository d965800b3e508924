import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  ParentBasedSampler,
  SamplingDecision,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log';
import { tracer } from '../../src/platform/tracing';
import { startCallbackReceiver, type CallbackReceiver } from '../support/callback-receiver';
import { useRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../support/world';

const relay = useRelay();
let world: World;
let backend: CallbackReceiver;
beforeAll(async () => {
  backend = await startCallbackReceiver({ secretsFor: () => [world.tenantSecret] });
  world = await createWorld(relay.url, { callback_url_base: backend.url, bot: { kind: 'tenant' } });
});
afterAll(() => backend.close());
beforeEach(() => {
  backend.arrivals.length = 0;
});

async function openVisitor(): Promise<VisitorSocket> {
  const { token } = await createVisitor(relay.url, world);
  return VisitorSocket.open(relay.url, token);
}

/** A visitor's first message, and the two events that it causes. */
async function sayAndReceive() {
  const socket = await openVisitor();
  await socket.say('m1', 'Où est mon colis ?');
  await expect.poll(() => backend.arrivals.map(({ status }) => status)).toEqual([200, 200]);
  socket.close();
  return backend.arrivals;
}

const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-(0[01])$/;

// This test runs first because the tracer keeps the first SDK that it finds.
it('sends no trace while no SDK is loaded', async () => {
  const arrivals = await sayAndReceive();
  expect(arrivals.map(({ traceparent }) => traceparent)).toEqual([null, null]);
});

describe('with a tracing SDK', () => {
  const exporter = new InMemorySpanExporter();
  let decision = SamplingDecision.RECORD_AND_SAMPLED;
  const provider = new BasicTracerProvider({
    sampler: new ParentBasedSampler({ root: { shouldSample: () => ({ decision }) } }),
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  });

  beforeAll(() => {
    trace.setGlobalTracerProvider(provider);
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  });
  beforeEach(() => {
    exporter.reset();
    decision = SamplingDecision.RECORD_AND_SAMPLED;
  });
  afterAll(async () => {
    for (const part of [trace, context, propagation]) part.disable();
    await provider.shutdown();
  });

  const spansNamed = (name: string) =>
    exporter.getFinishedSpans().filter((span) => span.name === name);

  it('puts a message, its commit and its callbacks into one trace', async () => {
    const arrivals = await sayAndReceive();
    await expect.poll(() => spansNamed('callback message-received')).toHaveLength(1);
    const [command] = spansNamed('command visitor-message');
    const { traceId, spanId } = command!.spanContext();
    expect(command!.parentSpanContext).toBeUndefined();
    expect(command!.attributes).toEqual({
      'chat_relay.tenant_id': world.tenantId,
      'chat_relay.conversation_id': arrivals[0]?.conversationId,
      'chat_relay.seq': 1,
    });
    const children = ['commit', 'callback conversation-started', 'callback message-received'];
    for (const name of children) {
      const [span] = spansNamed(name);
      expect(span!.spanContext().traceId).toBe(traceId);
      expect(span!.parentSpanContext?.spanId).toBe(spanId);
    }
    for (const { event, eventId, traceparent } of arrivals) {
      const [span] = spansNamed(`callback ${event}`);
      expect(PARENT.exec(traceparent ?? '')?.slice(1)).toEqual([
        traceId,
        span!.spanContext().spanId,
        '01',
      ]);
      expect(span!.attributes).toMatchObject({
        'chat_relay.event_id': eventId,
        'chat_relay.outcome': 'status_200',
      });
    }
    expect(
      JSON.stringify(exporter.getFinishedSpans().map((span) => span.attributes)),
    ).not.toContain('colis');
  });

  it('tells receivers that a trace is not sampled', async () => {
    decision = SamplingDecision.NOT_RECORD;
    const arrivals = await sayAndReceive();
    const [first, second] = arrivals.map(({ traceparent }) => PARENT.exec(traceparent ?? ''));
    expect(first?.[3]).toBe('00');
    expect(second?.[1]).toBe(first?.[1]);
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  it('marks a refused command as failed, with its code', async () => {
    const socket = await openVisitor();
    await socket.say('m1', 'one');
    socket.send({ type: 'msg', client_msg_id: 'm1', content: 'another' });
    await socket.next('error');
    socket.close();
    await expect.poll(() => spansNamed('command visitor-message')).toHaveLength(2);
    expect(spansNamed('command visitor-message')[1]).toMatchObject({
      status: { code: 2 },
      attributes: { 'error.type': 'client_msg_id_conflict' },
    });
  });

  it('writes the trace into log lines', () => {
    const lines: Record<string, unknown>[] = [];
    const log = createLog(
      { level: 'info', isReadable: false },
      { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) },
    );
    const { traceId, spanId } = tracer.startActiveSpan('work', (span) => {
      log.info({ event: 'relay.draining' }, 'within');
      span.end();
      return span.spanContext();
    });
    log.info({ event: 'relay.draining' }, 'after');
    expect(lines[0]).toMatchObject({ trace_id: traceId, span_id: spanId, trace_flags: '01' });
    expect(lines[1]).not.toHaveProperty('trace_id');
  });
});

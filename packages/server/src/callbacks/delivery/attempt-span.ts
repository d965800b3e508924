import { context, ROOT_CONTEXT, SpanKind, trace, type SpanContext } from '@opentelemetry/api';
import { failSpan, tracer } from '../../platform/tracing';
import type { QueuedEvent } from '../events/queued-event';
import type { Outcome } from './outcome';

/** Runs an attempt in a span, as part of the trace of the event's cause if this node knows it. */
export function inAttemptSpan(
  event: QueuedEvent,
  url: string,
  cause: SpanContext | undefined,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  const parent = cause ? trace.setSpanContext(ROOT_CONTEXT, cause) : ROOT_CONTEXT;
  const span = tracer.startSpan(
    `callback ${event.event}`,
    {
      kind: SpanKind.CLIENT,
      attributes: {
        'url.full': url,
        'http.request.resend_count': event.attempts,
        'chat_relay.tenant_id': event.tenantId,
        'chat_relay.conversation_id': event.conversationId,
        'chat_relay.event_id': event.eventId,
      },
    },
    parent,
  );
  const end = (outcome: Outcome): Outcome => {
    if ('code' in outcome) span.setAttribute('chat_relay.outcome', outcome.code);
    if (outcome.kind !== 'delivered') failSpan(span, outcome.kind);
    span.end();
    return outcome;
  };
  return context.with(trace.setSpan(parent, span), attempt).then(end, (error: unknown) => {
    failSpan(span, 'internal_error');
    span.end();
    throw error;
  });
}

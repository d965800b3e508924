import {
  context,
  createContextKey,
  isSpanContextValid,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { VERSION } from '../version';

/** Without a tracing SDK (`node --import`), its spans are dropped and cost next to nothing. */
export const tracer = trace.getTracer('@chat-relay/server', VERSION);

/** Whether an SDK made the span, even one that records nothing. */
export function isTraced(span: Span): boolean {
  return isSpanContextValid(span.spanContext());
}

/** Marks a span as failed. `type` is a short stable code. */
export function failSpan(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The context key that OpenTelemetry's libraries look for. */
const IS_SUPPRESSED = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/** A context in which libraries make no spans of their own, and send no headers of their own. */
export function untraced(): Context {
  return context.active().setValue(IS_SUPPRESSED, true);
}

/** The fields of a log line that is written within a span, named as OpenTelemetry names them. */
export function traceFields(): object {
  const span = trace.getActiveSpan();
  if (span === undefined || !isTraced(span)) return {};
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    trace_id: traceId,
    span_id: spanId,
    trace_flags: traceFlags.toString(16).padStart(2, '0'),
  };
}

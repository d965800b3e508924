import type { SpanContext } from '@opentelemetry/api';

/** The traces of the queued events, as far as this node knows. */
export interface EventTraces {
  remember(eventId: string, trace: SpanContext): void;
  of(eventId: string): SpanContext | undefined;
}

/** The number of events whose traces are kept, in about 2 MB. */
const MAX_EVENTS = 10_000;

/**
 * Keeps traces in memory, and only while a tracing SDK is loaded: an event that another node delivers, or that waits
 * longer than the next 10,000, starts a trace of its own.
 */
export function createEventTraces(): EventTraces {
  const traces = new Map<string, SpanContext>();
  return {
    remember: (eventId, trace) => {
      traces.set(eventId, trace);
      const [oldest] = traces.keys();
      if (traces.size > MAX_EVENTS && oldest !== undefined) traces.delete(oldest);
    },
    of: (eventId) => traces.get(eventId),
  };
}

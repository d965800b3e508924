import { context, SpanKind, trace, type Span } from '@opentelemetry/api';
import type { EventTraces } from '../../callbacks/events/event-traces';
import { AppError } from '../../platform/errors';
import { failSpan, isTraced, tracer } from '../../platform/tracing';
import type { Committed, Submission } from './submission';

interface CommandSpans {
  command: Span;
  /** Span of the current transaction; null while the command waits for one. */
  commit: Span | null;
}

/**
 * Makes the spans of commands: one from submission to result, and in it one for each try to commit. The events that a
 * command causes continue its trace.
 */
export function createCommandTraces(events: Pick<EventTraces, 'remember'>) {
  const spans = new WeakMap<Submission, CommandSpans>();

  const endCommit = (submission: Submission, failure: string | null): void => {
    const of = spans.get(submission);
    if (!of?.commit) return;
    if (failure !== null) failSpan(of.commit, failure);
    of.commit.end();
    of.commit = null;
  };

  return {
    follow: (submission: Submission, answer: () => Promise<Committed>): Promise<Committed> => {
      const { command, session } = submission;
      const span = tracer.startSpan(`command ${command.type}`, {
        kind: trace.getActiveSpan() ? SpanKind.INTERNAL : SpanKind.SERVER,
        attributes: { 'chat_relay.tenant_id': session.tenantId },
      });
      if (!isTraced(span)) return answer();
      spans.set(submission, { command: span, commit: null });
      return answer().then(
        (committed) => {
          const { state, message } = committed;
          if (state) span.setAttribute('chat_relay.conversation_id', state.conversationId);
          if (message) span.setAttribute('chat_relay.seq', message.seq);
          span.end();
          return committed;
        },
        (error: unknown) => {
          const code = error instanceof AppError ? error.code : 'internal_error';
          endCommit(submission, code);
          failSpan(span, code);
          span.end();
          throw error;
        },
      );
    },
    /** Called when a transaction begins. An earlier one of the same commands was rolled back. */
    began: (submissions: readonly Submission[]): void => {
      for (const submission of submissions) {
        const of = spans.get(submission);
        if (!of) continue;
        endCommit(submission, 'rolled_back');
        of.commit = tracer.startSpan(
          'commit',
          { attributes: { 'chat_relay.batch_commands': submissions.length } },
          trace.setSpan(context.active(), of.command),
        );
      }
    },
    /** Called before the commit: right after it, another worker may send the events. */
    applied: (
      submissions: readonly Submission[],
      results: readonly (Committed | Error)[],
    ): void => {
      submissions.forEach((submission, index) => {
        const of = spans.get(submission);
        const result = results[index];
        if (!of || !result || result instanceof Error) return;
        for (const { eventId } of result.change?.events ?? []) {
          events.remember(eventId, of.command.spanContext());
        }
      });
    },
    committed: (submissions: readonly Submission[]): void => {
      for (const submission of submissions) endCommit(submission, null);
    },
  };
}

import type { Counted } from '../../reports/figures';
import type { Command, Surroundings } from './commands';
import type { Change } from './decision';
import { currentRating, type ConversationState } from './state';

export function countChange(
  command: Command,
  before: ConversationState | null,
  { state, messages }: Change,
  { now, targets }: { now: number; targets: Surroundings['targets'] },
): Counted {
  const isAnswered = messages.some(({ sender }) => sender === 'bot' || sender === 'agent');
  const isResolved = state.status === 'RESOLVED' && before?.status !== 'RESOLVED';
  const isByBot = command.type === 'resolve' && command.actor === 'bot';
  const written = (by: string) => messages.filter(({ sender }) => sender === by).length;
  const firstAnswerMs = isAnswered ? since(before?.unansweredSince, now) : null;
  const waitMs = state.status === 'ASSIGNED' ? since(inQueueSince(before), now) : null;
  return {
    conversations: before === null ? 1 : 0,
    visitorMessages: written('visitor'),
    botMessages: written('bot'),
    agentMessages: written('agent'),
    resolvedByBot: isResolved && isByBot ? 1 : 0,
    resolvedByAgent: isResolved && !isByBot ? 1 : 0,
    escalation: escalationOf(before, state),
    rating: command.type === 'rate' ? ratingOf(before, state) : null,
    firstAnswerMs,
    waitMs,
    lateFirstAnswers: isLate(firstAnswerMs, targets.firstAnswerMs) ? 1 : 0,
    lateWaits: isLate(waitMs, targets.waitMs) ? 1 : 0,
  };
}

function ratingOf(before: ConversationState | null, { rating }: ConversationState) {
  if (!rating) return null;
  const earlier = before && currentRating(before);
  return { score: rating.score, replaced: earlier?.score ?? null, firstAt: rating.firstRatedAt };
}

/** Reason of a ticket that the change opened; null for `direct`, which is a conversation without a bot. */
function escalationOf(
  before: ConversationState | null,
  { ticket }: ConversationState,
): Counted['escalation'] {
  const reason = ticket?.escalationReason ?? null;
  const isNew = ticket?.ticketId !== before?.ticket?.ticketId;
  return isNew && reason !== 'direct' ? reason : null;
}

const isLate = (ms: number | null, targetMs: number | null): boolean =>
  ms !== null && targetMs !== null && ms > targetMs;

/**
 * Start of the wait to count. A conversation that came back from an absent operator keeps its place in the queue, but
 * its wait is counted from its return.
 */
function inQueueSince(before: ConversationState | null): number | null {
  if (!before || before.waitingSince === null) return null;
  return Math.max(before.waitingSince, before.releasedAt ?? 0);
}

/** Duration since a moment, in ms; 0 if it is in the future, because another node's clock may be ahead. */
function since(moment: number | null | undefined, now: number): number | null {
  return moment === null || moment === undefined ? null : Math.max(0, now - moment);
}

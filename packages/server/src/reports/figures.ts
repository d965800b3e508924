import type { EscalationReason } from '@chat-relay/receiver-sdk';
import { addDuration, type Histogram } from './histogram';

/** Excludes `direct`: a conversation that starts in the queue, without a bot, is not an escalation. */
export type ReportedReason = Exclude<EscalationReason, 'direct'>;

export interface Figures {
  conversations: number;
  visitorMessages: number;
  botMessages: number;
  agentMessages: number;
  resolvedByBot: number;
  resolvedByAgent: number;
  /** First answers that came later than the tenant's target. */
  lateFirstAnswers: number;
  /** Claims that came later than the tenant's target. */
  lateWaits: number;
  /** Number of escalations by reason; a reason with none has no entry. */
  escalations: Map<ReportedReason, number>;
  /** Times from the visitor's first message to the first message of the bot or an operator. */
  firstAnswers: Histogram;
  /** Times in the queue until an operator claimed the conversation. */
  waits: Histogram;
  /** Number of ratings by score, 1 to 5. It may be negative: a changed rating subtracts one from its earlier score. */
  ratings: Map<number, number>;
}

/** Contribution of one change of a conversation. Null: nothing to count. */
export interface Counted {
  conversations: number;
  visitorMessages: number;
  botMessages: number;
  agentMessages: number;
  resolvedByBot: number;
  resolvedByAgent: number;
  lateFirstAnswers: number;
  lateWaits: number;
  escalation: ReportedReason | null;
  firstAnswerMs: number | null;
  waitMs: number | null;
  rating: CountedRating | null;
}

/** A new or changed rating. Both count in the period in which the rating was first given. */
export interface CountedRating {
  score: number;
  /** Score before the change; null for a new rating. */
  replaced: number | null;
  firstAt: number;
}

const COUNTS = [
  'conversations',
  'visitorMessages',
  'botMessages',
  'agentMessages',
  'resolvedByBot',
  'resolvedByAgent',
  'lateFirstAnswers',
  'lateWaits',
] as const;

export function noFigures(): Figures {
  return {
    conversations: 0,
    visitorMessages: 0,
    botMessages: 0,
    agentMessages: 0,
    resolvedByBot: 0,
    resolvedByAgent: 0,
    lateFirstAnswers: 0,
    lateWaits: 0,
    escalations: new Map(),
    firstAnswers: new Map(),
    waits: new Map(),
    ratings: new Map(),
  };
}

export function isNothing(figures: Figures): boolean {
  const { escalations, firstAnswers, waits, ratings } = figures;
  return (
    COUNTS.every((name) => figures[name] === 0) &&
    [escalations, firstAnswers, waits, ratings].every(({ size }) => size === 0)
  );
}

export function count(figures: Figures, counted: Counted): void {
  for (const name of COUNTS) figures[name] += counted[name];
  const { escalation, firstAnswerMs, waitMs, rating } = counted;
  if (escalation !== null) addTo(figures.escalations, escalation, 1);
  if (firstAnswerMs !== null) addDuration(figures.firstAnswers, firstAnswerMs);
  if (waitMs !== null) addDuration(figures.waits, waitMs);
  if (rating) {
    addTo(figures.ratings, rating.score, 1);
    if (rating.replaced !== null) addTo(figures.ratings, rating.replaced, -1);
  }
}

export function addFigures(figures: Figures, more: Figures): void {
  for (const name of COUNTS) figures[name] += more[name];
  for (const [reason, n] of more.escalations) addTo(figures.escalations, reason, n);
  for (const [index, n] of more.firstAnswers) addTo(figures.firstAnswers, index, n);
  for (const [index, n] of more.waits) addTo(figures.waits, index, n);
  for (const [score, n] of more.ratings) addTo(figures.ratings, score, n);
}

function addTo<Key>(counts: Map<Key, number>, key: Key, n: number): void {
  counts.set(key, (counts.get(key) ?? 0) + n);
}

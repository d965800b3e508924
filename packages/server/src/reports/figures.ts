import type { EscalationReason } from '@chat-relay/receiver-sdk';
import { addDuration, type Histogram } from './histogram';

/** A conversation without a bot is no escalation. */
export type ReportedReason = Exclude<EscalationReason, 'direct'>;

/** What happened in some time: counts, and how long people waited. */
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
  /** Reasons without an escalation are left out. */
  escalations: Map<ReportedReason, number>;
  /** From a conversation's first message of the visitor to its first answer. */
  firstAnswers: Histogram;
  /** From the queue to the claim. */
  waits: Histogram;
  /** By score. */
  ratings: Map<number, number>;
}

/** What one change of a conversation adds. Durations in ms; null: none. */
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

/** A rating, or a change of one: it counts when it was first given. */
export interface CountedRating {
  score: number;
  /** The score before the change. */
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

/** Changes `figures`. */
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

/** Changes `figures`. */
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

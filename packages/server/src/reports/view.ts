import { iso } from '../platform/clock';
import type { Figures } from './figures';
import { percentile, type Histogram } from './histogram';
import type { Report } from './report';
import type { Figures as FiguresView, Percentiles, Ratings, Report as ReportView } from './wire';

const SCORES = [1, 2, 3, 4, 5];

export function reportView({ buckets, totals }: Report): Pick<ReportView, 'buckets' | 'totals'> {
  return {
    buckets: buckets.map(({ at, figures }) => ({ at: iso(at), ...figuresView(figures) })),
    totals: figuresView(totals),
  };
}

function figuresView(figures: Figures): FiguresView {
  return {
    conversations: figures.conversations,
    visitor_messages: figures.visitorMessages,
    bot_messages: figures.botMessages,
    agent_messages: figures.agentMessages,
    escalations: Object.fromEntries([...figures.escalations].toSorted(byName)),
    resolved_by_bot: figures.resolvedByBot,
    resolved_by_agent: figures.resolvedByAgent,
    first_answer_s: percentiles(figures.firstAnswers),
    wait_s: percentiles(figures.waits),
    late_first_answers: figures.lateFirstAnswers,
    late_waits: figures.lateWaits,
    ratings: ratingsView(figures.ratings),
  };
}

function ratingsView(ratings: ReadonlyMap<number, number>): Ratings {
  const of = (score: number) => Math.max(0, ratings.get(score) ?? 0);
  const total = SCORES.reduce((sum, score) => sum + of(score), 0);
  const points = SCORES.reduce((sum, score) => sum + of(score) * score, 0);
  return {
    1: of(1),
    2: of(2),
    3: of(3),
    4: of(4),
    5: of(5),
    average: total === 0 ? null : Math.round((points / total) * 100) / 100,
  };
}

function byName([one]: [string, number], [other]: [string, number]): number {
  return one < other ? -1 : 1;
}

function percentiles(histogram: Histogram): Percentiles {
  return { p50: percentile(histogram, 0.5), p90: percentile(histogram, 0.9) };
}

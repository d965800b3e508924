import { iso } from '../platform/clock';
import type { Figures } from './figures';
import { percentile, type Histogram } from './histogram';
import type { Report } from './report';

export type ReportView = ReturnType<typeof reportView>;

export function reportView({ buckets, totals }: Report) {
  return {
    buckets: buckets.map(({ at, figures }) => ({ at: iso(at), ...figuresView(figures) })),
    totals: figuresView(totals),
  };
}

function figuresView(figures: Figures) {
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
  };
}

function byName([one]: [string, number], [other]: [string, number]): number {
  return one < other ? -1 : 1;
}

function percentiles(histogram: Histogram) {
  return { p50: percentile(histogram, 0.5), p90: percentile(histogram, 0.9) };
}

import type { Bucket } from './buckets';

/** Figures of a bucket, or of the whole report. */
export interface Figures {
  conversations: number;
  visitor_messages: number;
  bot_messages: number;
  agent_messages: number;
  escalations: Record<string, number>;
  resolved_by_bot: number;
  resolved_by_agent: number;
  first_answer_s: Percentiles;
  wait_s: Percentiles;
  ratings: Ratings;
  late_first_answers: number;
  late_waits: number;
}

/** In seconds; null where nothing was measured. */
export interface Percentiles {
  p50: number | null;
  p90: number | null;
}

export interface Ratings {
  1: number;
  2: number;
  3: number;
  4: number;
  5: number;
  /** Rounded to two decimals; null without ratings. */
  average: number | null;
}

export interface FiguresAt extends Figures {
  at: string;
}

export interface Report {
  timezone: string;
  bucket: Bucket;
  since: string;
  until: string;
  buckets: FiguresAt[];
  totals: Figures;
}

export interface ReportResponses {
  'console/fetch/reports': Report;
}

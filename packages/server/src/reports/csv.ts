import type { FiguresAt, Report } from './wire';

const COLUMNS: Record<string, (bucket: FiguresAt) => string | number | null> = {
  at: ({ at }) => at,
  conversations: (bucket) => bucket.conversations,
  visitor_messages: (bucket) => bucket.visitor_messages,
  bot_messages: (bucket) => bucket.bot_messages,
  agent_messages: (bucket) => bucket.agent_messages,
  escalations: ({ escalations }) => JSON.stringify(escalations),
  resolved_by_bot: (bucket) => bucket.resolved_by_bot,
  resolved_by_agent: (bucket) => bucket.resolved_by_agent,
  first_answer_s_p50: (bucket) => bucket.first_answer_s.p50,
  first_answer_s_p90: (bucket) => bucket.first_answer_s.p90,
  wait_s_p50: (bucket) => bucket.wait_s.p50,
  wait_s_p90: (bucket) => bucket.wait_s.p90,
  ratings_1: ({ ratings }) => ratings[1],
  ratings_2: ({ ratings }) => ratings[2],
  ratings_3: ({ ratings }) => ratings[3],
  ratings_4: ({ ratings }) => ratings[4],
  ratings_5: ({ ratings }) => ratings[5],
  ratings_average: ({ ratings }) => ratings.average,
  late_first_answers: (bucket) => bucket.late_first_answers,
  late_waits: (bucket) => bucket.late_waits,
};

export function csvOf({ buckets }: Pick<Report, 'buckets'>): string {
  const lines = buckets.map((bucket) =>
    Object.values(COLUMNS).map((valueOf) => field(String(valueOf(bucket) ?? ''))),
  );
  return [Object.keys(COLUMNS), ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

/** No value is text that a person typed, so none can be a spreadsheet formula. */
function field(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

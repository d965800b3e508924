/** What happened in some time, as docs/PROTOCOL.md has it. */
export interface Figures {
  conversations: number;
  visitor_messages: number;
  bot_messages: number;
  agent_messages: number;
  escalations: Readonly<Record<string, number>>;
  resolved_by_bot: number;
  resolved_by_agent: number;
  first_answer_s: Percentiles;
  wait_s: Percentiles;
  /** How often each score was given. An older relay leaves it out. */
  ratings?: Readonly<Record<'1' | '2' | '3' | '4' | '5', number>> & { average: number | null };
  late_first_answers: number;
  late_waits: number;
}

/** Seconds; null where nothing was measured. */
export interface Percentiles {
  p50: number | null;
  p90: number | null;
}

export interface Report {
  timezone: string;
  buckets: (Figures & { at: string })[];
  totals: Figures;
}

/** One tenant, or all of a workspace. */
export type Subject = { tenant_id: string } | { workspace_id: string };

import {
  defineTable,
  dropColumns,
  integer,
  orNull,
  text,
  type RowOf,
} from '../platform/storage/table';
import type { Figures, ReportedReason } from './figures';

const FIGURES = {
  conversations: integer(),
  visitor_messages: integer(),
  bot_messages: integer(),
  agent_messages: integer(),
  resolved_by_bot: integer(),
  resolved_by_agent: integer(),
  late_first_answers: integer(),
  late_waits: integer(),
  // Counts by escalation reason or by histogram class: `low_confidence:2,user_requested:1`, `57:3,60:1`. Several texts
  // joined with commas, as GROUP_CONCAT does, are their sum.
  escalations: text(),
  first_answers: text(),
  waits: text(),
  // Counts by score, in the same form; null: none. A changed rating subtracts one from its earlier score.
  ratings: orNull(text()),
};

/** Counts of one commit of the journal in one tenant, until they are folded into the totals. */
export const REPORT_ENTRIES = defineTable('report_entries', ['tenant_id', 'began_at', 'entry_id'], {
  tenant_id: text(),
  began_at: integer(),
  entry_id: text(),
  ...FIGURES,
});

/** Counts of a tenant in a quarter of an hour, without the entries that are not folded yet. */
export const REPORT_TOTALS = defineTable('report_totals', ['tenant_id', 'began_at'], {
  tenant_id: text(),
  began_at: integer(),
  ...FIGURES,
});

const COLUMNS = dropColumns(REPORT_TOTALS, 'tenant_id', 'began_at');
export const FIGURES_COLUMNS = COLUMNS.columns;
export type FiguresRow = RowOf<typeof COLUMNS>;
export type EntryRow = RowOf<typeof REPORT_ENTRIES>;
export type TotalsRow = RowOf<typeof REPORT_TOTALS>;

export function figuresRow(figures: Figures): FiguresRow {
  return {
    conversations: figures.conversations,
    visitor_messages: figures.visitorMessages,
    bot_messages: figures.botMessages,
    agent_messages: figures.agentMessages,
    resolved_by_bot: figures.resolvedByBot,
    resolved_by_agent: figures.resolvedByAgent,
    late_first_answers: figures.lateFirstAnswers,
    late_waits: figures.lateWaits,
    escalations: joined(figures.escalations),
    first_answers: joined(figures.firstAnswers),
    waits: joined(figures.waits),
    ratings: joined(figures.ratings) || null,
  };
}

export function figuresOf(row: FiguresRow): Figures {
  return {
    conversations: row.conversations,
    visitorMessages: row.visitor_messages,
    botMessages: row.bot_messages,
    agentMessages: row.agent_messages,
    resolvedByBot: row.resolved_by_bot,
    resolvedByAgent: row.resolved_by_agent,
    lateFirstAnswers: row.late_first_answers,
    lateWaits: row.late_waits,
    escalations: parsed(row.escalations, (reason) => reason as ReportedReason), // written above
    firstAnswers: parsed(row.first_answers, Number),
    waits: parsed(row.waits, Number),
    ratings: parsed(row.ratings ?? '', Number),
  };
}

function joined(counts: ReadonlyMap<string | number, number>): string {
  return [...counts].map(([key, n]) => `${key}:${n}`).join(',');
}

function parsed<Key>(text: string, keyOf: (text: string) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const part of text.split(',')) {
    const colon = part.indexOf(':');
    if (colon === -1) continue; // nothing between two commas
    const key = keyOf(part.slice(0, colon));
    counts.set(key, (counts.get(key) ?? 0) + Number(part.slice(colon + 1)));
  }
  return counts;
}

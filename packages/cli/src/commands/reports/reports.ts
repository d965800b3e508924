import type { Figures, Report } from '@chat-relay/server/wire/reports';
import { EXIT, ExitError } from '../../errors';
import { duration } from '../../inbox/view/labels';
import { chooseTenant } from '../../relay/tenants';
import { chooseWorkspace } from '../../relay/workspaces';
import type { Api } from '../../relay/api';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult, writeOut } from '../../terminal/output';
import { table } from '../../terminal/table';

/** Options of `relayctl reports`. Times are ISO 8601 UTC, or dates in the report's time zone. */
export interface ReportsOptions extends GlobalOptions {
  tenant?: string;
  workspace?: string;
  since?: string;
  until?: string;
  bucket?: string;
  csv?: boolean;
}

const ROUTE = 'console/fetch/reports';

/** Prints the figures of a tenant or a workspace. */
export async function reports(options: ReportsOptions): Promise<void> {
  const { json, csv, since, until, bucket } = options;
  if (json && csv) throw new ExitError(EXIT.usage, 'Give --json or --csv, not both.');
  const { api } = requireLogin(options);
  const query = {
    ...(await subjectOf(api, options)),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(bucket !== undefined && { bucket }),
  };
  if (csv) {
    const text = await api.getText(ROUTE, { query, headers: { accept: 'text/csv' } });
    return writeOut(text.replaceAll('\r\n', '\n')); // as this machine's other programs end lines
  }
  const report = await api.get(ROUTE, { query });
  printResult(json, report, () => reportTable(report));
}

async function subjectOf(
  api: Api,
  { tenant, workspace }: ReportsOptions,
): Promise<Record<string, string>> {
  if (workspace === undefined) return { tenant_id: (await chooseTenant(api, tenant)).tenant_id };
  if (tenant !== undefined) {
    throw new ExitError(EXIT.usage, 'Give --tenant or --workspace, not both.');
  }
  return { workspace_id: await chooseWorkspace(api, workspace) };
}

/** Makes the table. Buckets in which nothing happened are left out; the last line is the sum. */
function reportTable({ timezone, bucket, buckets, totals }: Report): string {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    ...(bucket === 'hour' && { timeStyle: 'short' as const }),
  });
  const shown = buckets.filter((one) => one.conversations + messagesOf(one) + closedOf(one) > 0);
  return table(
    [
      `${bucket.toUpperCase()} (${timezone})`,
      'NEW',
      'VISITORS',
      'BOT',
      'OPERATORS',
      'ESCALATED',
      'BY BOT',
      'BY OPERATOR',
      'ANSWERED IN',
      'WAITED',
      'RATED',
      'LATE',
    ],
    [
      ...shown.map((one) => [clock.format(Date.parse(one.at)), ...cellsOf(one)]),
      ['all', ...cellsOf(totals)],
    ],
  );
}

function cellsOf(figures: Figures): string[] {
  const typical = ({ p50 }: { p50: number | null }) =>
    p50 === null ? '–' : duration(Math.round(p50));
  return [
    String(figures.conversations),
    String(figures.visitor_messages),
    String(figures.bot_messages),
    String(figures.agent_messages),
    String(sum(Object.values(figures.escalations))),
    String(figures.resolved_by_bot),
    String(figures.resolved_by_agent),
    typical(figures.first_answer_s),
    typical(figures.wait_s),
    String(figures.ratings?.average ?? '–'),
    String(figures.late_first_answers + figures.late_waits),
  ];
}

function messagesOf(figures: Figures): number {
  return figures.visitor_messages + figures.bot_messages + figures.agent_messages;
}

/** Sums the events that can occur without a message of a person or the bot. */
function closedOf({
  resolved_by_bot,
  resolved_by_agent,
  escalations,
  wait_s,
  ratings,
}: Figures): number {
  const others = resolved_by_bot + resolved_by_agent + sum(Object.values(escalations));
  return others + (wait_s.p50 === null ? 0 : 1) + (ratings?.average == null ? 0 : 1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

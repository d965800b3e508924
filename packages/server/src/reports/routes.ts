import type { Route } from '../platform/http/route';
import { consoleRoutesFor } from '../workspaces/principal';
import { dateOf } from './buckets';
import { csvOf } from './csv';
import { reportAnswer, reportQuery } from './schemas';
import type { Reports } from './service';
import type { Report, ReportResponses } from './wire';

const consoleRoute = consoleRoutesFor<ReportResponses>();

export function reportRoutes({ reports }: { reports: Reports }): Route[] {
  return [
    consoleRoute({
      area: 'console',
      rateLimit: 'console_per_ip',
      method: 'GET',
      path: '/console/fetch/reports',
      summary: 'What happened in a tenant or a workspace, by hour or by day',
      query: reportQuery,
      answer: reportAnswer,
      csv: csvFile,
      handle: ({ principal, query }) => reports.read(principal.accountId, query),
    }),
  ];
}

function csvFile(answer: Report) {
  const { timezone, since, until } = answer;
  const [first, last] = [Date.parse(since), Date.parse(until) - 1].map((at) =>
    dateOf(at, timezone),
  );
  return { name: `report-${first}-to-${last}.csv`, text: csvOf(answer) };
}

import type { ComponentChildren } from 'preact';
import { DataTable } from '../ui/data-table';
import { Empty } from '../ui/notes';
import { knownText } from '../words/known-text';
import { useLanguage } from '../words/language';
import { Chart } from './chart';
import { endOfCounts, endOfSeconds } from './scale';
import { knownTimeZone } from '../browser/time-zone';
import type { Figures, Percentiles, Report } from '@chat-relay/server/wire/reports';
import type { Bucket } from './span';

export function ReportFigures({ report, bucket }: { report: Report; bucket: Bucket }) {
  const { words, format, locale } = useLanguage();
  const { reports } = words;
  const { buckets, totals, timezone } = report;
  const moment = new Intl.DateTimeFormat(locale, {
    timeZone: knownTimeZone(timezone),
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(bucket === 'hour' && { hour: 'numeric', minute: '2-digit' }),
  });
  const labels = buckets.map(({ at }) => moment.format(Date.parse(at)));
  const of = (read: (figures: Figures) => number | null) => buckets.map(read);
  if (
    messagesOf(totals) +
      totals.conversations +
      resolvedOf(totals) +
      escalationsOf(totals) +
      ratedOf(totals) ===
    0
  ) {
    return (
      <Empty icon="chart" title={reports.emptyTitle}>
        <p>{reports.emptyText}</p>
      </Empty>
    );
  }
  const counts = { labels, isStacked: true, endOf: endOfCounts, format: format.number };
  const seconds = { labels, endOf: endOfSeconds, format: format.duration };
  const percentiles = (read: (figures: Figures) => Percentiles) => [
    { name: reports.p50, values: of((figures) => read(figures).p50) },
    { name: reports.p90, values: of((figures) => read(figures).p90) },
  ];
  return (
    <>
      <Totals totals={totals} />
      <div class="charts">
        <Chart
          {...counts}
          title={reports.conversations}
          series={[{ name: reports.conversations, values: of((one) => one.conversations) }]}
        />
        <Chart
          {...counts}
          title={reports.messages}
          series={[
            { name: reports.byVisitors, values: of((one) => one.visitor_messages) },
            { name: reports.byBot, values: of((one) => one.bot_messages) },
            { name: reports.byAgents, values: of((one) => one.agent_messages) },
          ]}
        />
        <Chart
          {...seconds}
          title={reports.firstAnswer}
          series={percentiles((one) => one.first_answer_s)}
        />
        <Chart {...seconds} title={reports.wait} series={percentiles((one) => one.wait_s)} />
        <Chart
          {...counts}
          title={reports.resolved}
          series={[
            { name: reports.byBot, values: of((one) => one.resolved_by_bot) },
            { name: reports.byAgents, values: of((one) => one.resolved_by_agent) },
          ]}
        />
        <Shares
          title={reports.escalations}
          label={reports.reason}
          rows={Object.entries(totals.escalations).toSorted(([, a], [, b]) => b - a)}
        />
        {ratedOf(totals) > 0 && (
          <Shares title={reports.ratings} label="★" rows={scoresOf(totals)} />
        )}
      </div>
    </>
  );
}

const messagesOf = (one: Figures): number =>
  one.visitor_messages + one.bot_messages + one.agent_messages;
const resolvedOf = (one: Figures): number => one.resolved_by_bot + one.resolved_by_agent;
const escalationsOf = (one: Figures): number => sumOf(Object.entries(one.escalations));
const sumOf = (rows: readonly (readonly [string, number])[]): number =>
  rows.reduce((sum, [, count]) => sum + count, 0);
const scoresOf = ({ ratings }: Figures) =>
  (['5', '4', '3', '2', '1'] as const).map((score): [string, number] => [
    score,
    ratings?.[score] ?? 0,
  ]);
const ratedOf = (one: Figures): number => sumOf(scoresOf(one));

function Totals({ totals }: { totals: Figures }) {
  const { words, format } = useLanguage();
  const { reports } = words;
  const duration = (seconds: number | null): string =>
    seconds === null ? '–' : format.duration(seconds);
  const timed = ({ p50, p90 }: Percentiles): [string, string] => [
    duration(p50),
    `${reports.p90} ${duration(p90)}`,
  ];
  const resolved = resolvedOf(totals);
  const average = totals.ratings?.average ?? null;
  const shown: (readonly [label: string, value: string, more?: string])[] = [
    [reports.conversations, format.number(totals.conversations)],
    [reports.messages, format.number(messagesOf(totals))],
    [reports.firstAnswer, ...timed(totals.first_answer_s)],
    [reports.wait, ...timed(totals.wait_s)],
    [reports.late, format.number(totals.late_first_answers + totals.late_waits)],
    [
      reports.shareOfBot,
      resolved === 0 ? '–' : format.percent(totals.resolved_by_bot / resolved),
      reports.ofResolved(format.number(resolved)),
    ],
    ...(average === null
      ? []
      : [
          [
            reports.rating,
            format.number(average),
            reports.ofRatings(format.number(ratedOf(totals))),
          ] as const,
        ]),
  ];
  return (
    <dl class="figures-list large">
      {shown.map(([label, value, more]) => (
        <div key={label}>
          <dt class="meta">{label}</dt>
          <dd>
            {value}
            {more && <span class="meta">{more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Shares({
  title,
  label,
  rows,
}: {
  title: string;
  label: string;
  rows: [name: string, count: number][];
}) {
  const { words, format } = useLanguage();
  const { reports } = words;
  const all = sumOf(rows);
  const bar = (share: number): ComponentChildren => (
    <svg class="share" height="8" aria-hidden="true">
      <rect class="series-0" width={`${share * 100}%`} height="8" rx="2" />
    </svg>
  );
  return (
    <section class="chart">
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p class="muted">{reports.noEscalations}</p>
      ) : (
        <DataTable
          label={title}
          rows={rows}
          keyOf={([name]) => name}
          columns={[
            {
              name: 'reason',
              label,
              cell: ([name, count]) => (
                <>
                  {knownText(words.inbox.reasons, name) ?? name}
                  {bar(count / all)}
                </>
              ),
            },
            {
              name: 'count',
              label: reports.count,
              isFigure: true,
              cell: ([, count]) => format.number(count),
            },
            {
              name: 'share',
              label: reports.share,
              isFigure: true,
              cell: ([, count]) => format.percent(count / all),
            },
          ]}
        />
      )}
    </section>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { download } from '../records/download';
import { Loaded } from '../records/loaded';
import { useUrlFilter } from '../records/url-filter';
import { useAct } from '../records/use-act';
import { useConsole } from '../state/console';
import { useResource } from '../state/use-resource';
import { Button } from '../ui/button';
import { Segments } from '../ui/choice';
import { Select, TextField } from '../ui/field';
import { useLanguage } from '../words/language';
import { ReportFigures } from './figures';
import {
  dateIn,
  daysAfter,
  MOST_DAYS,
  PERIODS,
  problemOfSpan,
  spanOf,
  type Bucket,
  type Span,
} from './span';

/** The subject of a report: one tenant, or all of a workspace. */
type Subject = { tenant_id: string } | { workspace_id: string };

/**
 * A report for the period that the address states.
 * @param timezone a first guess for the dates; the report's own replaces it
 */
export function ReportView({ subject, timezone }: { subject: Subject; timezone: string }) {
  const { reports } = useLanguage().words;
  const filter = useUrlFilter();
  const period = PERIODS.find((one) => one === filter.get('period')) ?? '30';
  const bucket: Bucket = filter.get('bucket') === 'hour' ? 'hour' : 'day';
  const [zone, setZone] = useState(timezone);
  const today = dateIn(zone, Date.now());
  const own = { since: filter.get('since'), until: filter.get('until') };
  const span = period === 'own' ? own : spanOf(period, today);
  const problem = problemOfSpan(span, bucket);
  const textFor = (field: 'since' | 'until'): string | undefined =>
    problem?.field === field ? reports.problems[problem.kind](MOST_DAYS[bucket]) : undefined;
  return (
    <>
      <div class="filters">
        <Select
          label={reports.period}
          value={period}
          options={PERIODS.map((value) => ({ value, label: reports.periods[value] }))}
          onChange={(value) =>
            // A custom span starts with the days that were shown before.
            filter.set(
              value === 'own'
                ? { period: value, ...span }
                : { period: value, since: '', until: '' },
            )
          }
        />
        {period === 'own' &&
          (['since', 'until'] as const).map((field) => (
            <TextField
              key={field}
              type="date"
              label={reports[field]}
              value={own[field]}
              problem={textFor(field)}
              onChange={(value) => filter.set({ [field]: value })}
            />
          ))}
        <Segments
          label={reports.bucket}
          value={bucket}
          options={[
            { value: 'day', label: reports.day },
            { value: 'hour', label: reports.hour },
          ]}
          onChange={(value) => filter.set({ bucket: value })}
        />
      </div>
      {problem === null ? (
        <Shown subject={subject} span={span} bucket={bucket} onZone={setZone} />
      ) : (
        period !== 'own' && (
          <p class="problem">{reports.problems[problem.kind](MOST_DAYS[bucket])}</p>
        )
      )}
    </>
  );
}

function Shown({
  subject,
  span,
  bucket,
  onZone,
}: {
  subject: Subject;
  span: Span;
  bucket: Bucket;
  onZone(timezone: string): void;
}) {
  const { api } = useConsole();
  const { reports } = useLanguage().words;
  const act = useAct();
  const route = 'console/fetch/reports';
  const query = { ...subject, bucket, since: span.since, until: daysAfter(span.until, 1) };
  const report = useResource(
    `reports ${JSON.stringify(query)}`,
    (from) => from.get(route, { query }),
    'fixed',
  );
  // The report's time zone is the tenant's, where it may already be another day.
  const zone = report.data?.timezone;
  useEffect(() => {
    if (zone !== undefined) onZone(zone);
  }, [zone]);
  const exportCsv = (): Promise<void> =>
    act(async () => {
      const content = await api.getCsv(route, { query });
      download(`reports-${span.since}-${span.until}.csv`, 'text/csv', content);
    });
  return (
    <Loaded from={report} rows={8}>
      {(data) => (
        <>
          <div class="bar wrap">
            <Button onClick={() => void exportCsv()}>{reports.exportCsv}</Button>
            <span class="meta">{reports.timezone(data.timezone)}</span>
          </div>
          <ReportFigures report={data} bucket={bucket} />
        </>
      )}
    </Loaded>
  );
}

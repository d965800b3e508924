import { useState } from 'preact/hooks';
import { DataTable } from '../ui/data-table';
import { useLanguage } from '../words/language';

export interface Series {
  name: string;
  /** Null for columns in which nothing was measured. */
  values: readonly (number | null)[];
}

export interface ChartProps {
  title: string;
  /** Start of each column's time, in words. */
  labels: readonly string[];
  /** Stacked on each other, or drawn behind each other with the first one in front. */
  series: readonly Series[];
  isStacked?: boolean;
  /** End of an axis that must show this value. */
  endOf(most: number): number;
  format(value: number): string;
}

const HEIGHT = 100;
/** Share of a column's width that its bar takes. */
const BAR = 0.72;

/** A bar chart over time. Arrow keys and the pointer read single columns; a table has all values. */
export function Chart({ title, labels, series, isStacked = false, endOf, format }: ChartProps) {
  const { reports } = useLanguage().words;
  const [at, setAt] = useState<number | null>(null);
  const [isTableOpen, setTableOpen] = useState(false);
  const last = labels.length - 1;
  const sums = labels.map((_, index) =>
    series.reduce((sum, { values }) => {
      const value = values[index] ?? 0;
      return isStacked ? sum + value : Math.max(sum, value);
    }, 0),
  );
  const end = endOf(Math.max(...sums));
  const valueAt = ({ values }: Series, index: number): string => {
    const value = values[index] ?? null;
    return value === null ? '–' : format(value);
  };
  const toneOf = (index: number): string =>
    !isStacked && index > 0 ? 'series-behind' : `series-${index}`;
  const sentence = (index: number): string =>
    [labels[index], ...series.map((one) => `${one.name} ${valueAt(one, index)}`)].join(', ');

  return (
    <figure class="chart">
      <figcaption>
        <h2>{title}</h2>
        <p class="chart-legend meta">
          {at !== null && <strong>{labels[at]}</strong>}
          {series.map((one, index) => (
            <span key={one.name}>
              {series.length > 1 && (
                <svg width="10" height="10" aria-hidden="true">
                  <rect class={toneOf(index)} width="10" height="10" rx="2" />
                </svg>
              )}
              {(series.length > 1 || at !== null) && one.name}
              {at !== null && <b>{valueAt(one, at)}</b>}
            </span>
          ))}
        </p>
      </figcaption>
      <div
        class="chart-plot"
        role="slider"
        tabIndex={0}
        aria-label={`${title}, ${reports.byArrows}`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={sentence(at ?? last)}
        onFocus={() => setAt((known) => known ?? last)}
        onBlur={() => setAt(null)}
        onPointerLeave={() => setAt(null)}
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          const index = Math.floor(((clientX - left) / width) * labels.length);
          setAt(Math.min(last, Math.max(0, index)));
        }}
        onKeyDown={(event) => {
          const now = at ?? last;
          const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
          if (next === undefined) return;
          event.preventDefault();
          setAt(Math.min(last, Math.max(0, next)));
        }}
      >
        <span class="chart-end meta">{format(end)}</span>
        <svg
          viewBox={`0 0 ${labels.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {at !== null && <rect class="chart-cursor" x={at} width={1} height={HEIGHT} />}
          {labels.map((_, index) => {
            let below = 0;
            return (isStacked ? series : series.toReversed()).map((one, place) => {
              const height = ((one.values[index] ?? 0) / end) * HEIGHT;
              if (height === 0) return null;
              const y = HEIGHT - height - below;
              if (isStacked) below += height;
              const tone = toneOf(isStacked ? place : series.length - 1 - place);
              const x = index + (1 - BAR) / 2;
              return <rect key={one.name} class={tone} {...{ x, y, height }} width={BAR} />;
            });
          })}
        </svg>
      </div>
      <p class="chart-ends meta" aria-hidden="true">
        <span>{labels[0]}</span>
        {last > 0 && <span>{labels[last]}</span>}
      </p>
      <details onToggle={({ currentTarget }) => setTableOpen(currentTarget.open)}>
        <summary>{reports.table}</summary>
        {isTableOpen && (
          <DataTable
            label={title}
            rows={labels.map((_, index) => index)}
            keyOf={String}
            columns={[
              { name: 'at', label: reports.from, cell: (index) => labels[index] },
              ...series.map((one) => ({
                name: one.name,
                label: one.name,
                isFigure: true,
                cell: (index: number) => valueAt(one, index),
              })),
            ]}
          />
        )}
      </details>
    </figure>
  );
}

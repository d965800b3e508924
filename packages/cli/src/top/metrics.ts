/** A line of Prometheus' text format. */
interface Series {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** The metrics of a node at a time, in ms. */
export interface Sample {
  atMs: number;
  series: readonly Series[];
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const LABEL = /\b(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Reads Prometheus' text format; unknown lines are left out. */
export function readSample(text: string, atMs: number): Sample {
  const series = text.split('\n').flatMap((line): Series[] => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, key = '', text = '']) => [key, text]);
    return [{ name, labels: Object.fromEntries(pairs), value: numberOf(value) }];
  });
  return { atMs, series };
}

function numberOf(text = ''): number {
  return text === '+Inf' ? Infinity : Number(text);
}

/** Selects series of a metric: by name, and by labels that must match or be equal. */
export interface Selection {
  name: string;
  where?: Readonly<Record<string, RegExp | string>>;
}

function seriesOf({ series }: Sample, { name, where = {} }: Selection): Series[] {
  const wanted = Object.entries(where);
  return series.filter(
    (one) =>
      one.name === name &&
      wanted.every(([label, what]) => {
        const value = one.labels[label] ?? '';
        return typeof what === 'string' ? value === what : what.test(value);
      }),
  );
}

/** Sums the selected series; null if there is none. */
export function level(sample: Sample, selection: Selection): number | null {
  const found = seriesOf(sample, selection);
  return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0);
}

/** The growth of a counter; null after a restart, which begins again with 0. */
function growth(before: Sample, after: Sample, selection: Selection): number | null {
  // A counter with labels has no series before its first event.
  const grown = (level(after, selection) ?? 0) - (level(before, selection) ?? 0);
  return grown < 0 ? null : grown;
}

/** The growth of a counter per second. */
export function rate(before: Sample, after: Sample, selection: Selection): number | null {
  const grown = growth(before, after, selection);
  return grown === null ? null : (grown * 1000) / (after.atMs - before.atMs);
}

/**
 * Estimates a quantile of what a histogram measured between two samples, by Prometheus' method; null if it measured
 * nothing.
 */
export function quantile(
  before: Sample,
  after: Sample,
  name: string,
  share: number,
): number | null {
  const bucket = `${name}_bucket`;
  const bounds = [...new Set(seriesOf(after, { name: bucket }).map(({ labels }) => labels['le']!))]
    .map(numberOf)
    .toSorted((a, b) => a - b);
  const upTo = (bound: number): number => {
    const le = bound === Infinity ? '+Inf' : String(bound);
    return growth(before, after, { name: bucket, where: { le } }) ?? 0;
  };
  const wanted = upTo(Infinity) * share;
  if (wanted === 0) return null;
  let below = 0;
  let start = 0;
  for (const bound of bounds) {
    const reached = upTo(bound);
    if (reached >= wanted) {
      if (bound === Infinity) return start; // Prometheus answers the last bound that it knows
      return start + ((bound - start) * (wanted - below)) / (reached - below);
    }
    below = reached;
    start = bound;
  }
  return null;
}

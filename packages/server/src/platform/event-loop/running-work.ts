/** A piece of work, such as a request. */
export interface Work {
  name: string;
  readonly beganAt: number;
}

/** Records the work of a relay, to explain a turn of the event loop that took too long. */
export interface RunningWork {
  begin(name: string): Work;
  end(work: Work): void;
  /** Records work that ends at once, such as a frame; work that it starts is not followed. */
  note(name: string): void;
  /** Drops the work that has ended. */
  forget(): void;
  /** Lists ended work since the last `forget`, the longest first; then running work, the latest first. */
  names(max: number): string[];
}

export function createRunningWork(): RunningWork {
  const running = new Set<Work>();
  /** Name → longest duration in ms. */
  const ended = new Map<string, number>();

  const end = (work: Work): void => {
    if (!running.delete(work)) return;
    const ms = performance.now() - work.beganAt;
    ended.set(work.name, Math.max(ms, ended.get(work.name) ?? 0));
  };
  const begin = (name: string): Work => {
    const work = { name, beganAt: performance.now() };
    running.add(work);
    return work;
  };
  return {
    begin,
    end,
    note: (name) => end(begin(name)),
    forget: () => ended.clear(),
    names: (max) => {
      const longest = [...ended].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
      const latest = [...running].reverse().map(({ name }) => name);
      return [...new Set([...longest, ...latest])].slice(0, max);
    },
  };
}

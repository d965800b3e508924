/** Something that began, such as a request. */
export interface Work {
  name: string;
  readonly beganAt: number;
}

/** What a relay is doing, so that a turn of the event loop that takes too long can be explained. */
export interface RunningWork {
  begin(name: string): Work;
  end(work: Work): void;
  /** Begins and ends it: what it causes is not followed. */
  note(name: string): void;
  /** Forgets what has ended. */
  forget(): void;
  /** What has ended and was not forgotten, the longest first; then what still runs, the latest first. */
  names(max: number): string[];
}

export function createRunningWork(): RunningWork {
  const running = new Set<Work>();
  /** How long it took, in ms. */
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

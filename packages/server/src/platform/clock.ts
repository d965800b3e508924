/** Returns milliseconds since the epoch. Injected, so that tests can move time. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** ISO 8601 UTC with milliseconds and `Z`: the only form of a time on the wire. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Whether the task succeeds in time. Never rejects. */
export async function within(deadlineMs: number, task: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, deadlineMs, false);
  });
  const done = task.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([done, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

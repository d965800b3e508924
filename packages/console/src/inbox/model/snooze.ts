const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MORNING = 9;
const MONDAY = 1;

export type SnoozeChoice = 'hour' | 'tomorrow' | 'monday';

/** The offered ends of a snooze, in ms. Tomorrow and Monday are offered once if they are the same day. */
export function snoozeChoices(nowMs: number): [choice: SnoozeChoice, untilMs: number][] {
  const morning = (inDays: number): number => {
    const day = new Date(nowMs);
    return new Date(day.getFullYear(), day.getMonth(), day.getDate() + inDays, MORNING).getTime();
  };
  const daysToMonday = (MONDAY + 7 - new Date(nowMs).getDay()) % 7 || 7;
  return [
    ['hour', nowMs + HOUR_MS],
    ['tomorrow', morning(1)],
    ...(daysToMonday > 1 ? [['monday', morning(daysToMonday)] as ['monday', number]] : []),
  ];
}

/**
 * The end that someone typed, in ms; null if the relay would refuse it.
 * @param local value of a `datetime-local` field, such as `2026-11-23T08:30`
 */
export function snoozeEnd(local: string, nowMs: number): number | null {
  const untilMs = Date.parse(local);
  // The relay requires at least a minute. The field has no seconds.
  return untilMs > nowMs + 60_000 && untilMs < nowMs + 30 * DAY_MS ? untilMs : null;
}

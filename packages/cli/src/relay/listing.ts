/** The minute of a relay's time, in UTC. */
export function minuteOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

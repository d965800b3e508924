/**
 * Formats a time in this machine's time zone, with its offset: `2026-11-27 03:12:09 +01:00`.
 * @param time ISO 8601
 */
export function localTime(time: string): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return time;
  const offset = -at.getTimezoneOffset();
  const local = new Date(at.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${local.replace('T', ' ')} ${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

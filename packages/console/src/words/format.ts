/** Times and numbers in the reader's language. Times are milliseconds since 1970. */
export interface Format {
  /** "5 min. ago", or "just now" under half a minute. */
  relative(atMs: number, nowMs: number): string;
  /** "12:04" */
  time(atMs: number): string;
  /** "22 November 2026" */
  date(atMs: number): string;
  /** "22 Nov 2026, 12:04" */
  minute(atMs: number): string;
  /** "22 Nov 2026, 12:04:31" */
  moment(atMs: number): string;
  number(value: number): string;
  /** "240 kB" or "1.2 MB", from bytes. */
  size(bytes: number): string;
  /** "42 %", from a share between 0 and 1. */
  percent(share: number): string;
  /** "4 min", "2 h", "7 days": the largest unit that fits, rounded up. */
  duration(seconds: number): string;
  /** "French", or the tag if it names no language. */
  language(tag: string): string;
}

const STEPS: [limitS: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [3_600, 'minute', 60],
  [86_400, 'hour', 3_600],
  [7 * 86_400, 'day', 86_400],
];

export function createFormat(locale: string): Format {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
  const minute = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const number = new Intl.NumberFormat(locale);
  const languages = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const inUnit = (unit: string): Intl.NumberFormat =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: 1,
    });
  // Created once: a long list formats durations in each row.
  const durations = {
    second: inUnit('second'),
    minute: inUnit('minute'),
    hour: inUnit('hour'),
    day: new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
  };
  const sizes = { kilobyte: inUnit('kilobyte'), megabyte: inUnit('megabyte') };
  return {
    relative(atMs, nowMs) {
      const agoS = Math.max(0, (nowMs - atMs) / 1000);
      if (agoS < 30) return relative.format(0, 'second');
      for (const [limitS, unit, seconds] of STEPS) {
        if (agoS < limitS) return relative.format(-Math.max(1, Math.round(agoS / seconds)), unit);
      }
      return day.format(atMs);
    },
    time: (atMs) => time.format(atMs),
    date: (atMs) => date.format(atMs),
    minute: (atMs) => minute.format(atMs),
    moment: (atMs) => moment.format(atMs),
    number: (value) => number.format(value),
    size: (bytes) => {
      const kilobytes = Math.ceil(bytes / 1024);
      if (kilobytes < 1024) return sizes.kilobyte.format(kilobytes);
      return sizes.megabyte.format(kilobytes / 1024);
    },
    percent: (share) => percent.format(share),
    duration(seconds) {
      if (seconds < 60) return durations.second.format(Math.ceil(seconds));
      if (seconds < 3_600) return durations.minute.format(Math.ceil(seconds / 60));
      if (seconds < 2 * 86_400) return durations.hour.format(Math.ceil(seconds / 3_600));
      return durations.day.format(Math.ceil(seconds / 86_400));
    },
    language(tag) {
      try {
        const name = languages.of(tag);
        return name ? name.charAt(0).toLocaleUpperCase(locale) + name.slice(1) : tag;
      } catch {
        return tag; // a visitor's page may send any text as its language
      }
    },
  };
}

export interface Device {
  /** Such as Firefox; null for what is not known here. */
  program: string | null;
  system: string | null;
  isPhone: boolean;
}

/** Those that also name others come first. */
const PROGRAMS: [RegExp, string][] = [
  [/relayctl/i, 'relayctl'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** What a person would call the device that sent this user agent. */
export function deviceOf(userAgent: string): Device {
  const nameIn = (known: [RegExp, string][]): string | null =>
    known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  return {
    program: nameIn(PROGRAMS),
    system: nameIn(SYSTEMS),
    isPhone: /Mobile|Android|iPhone/.test(userAgent),
  };
}

export interface Device {
  /** Browser or program, such as Firefox; null if unknown. */
  program: string | null;
  system: string | null;
  isPhone: boolean;
}

/** A browser whose user agent also names others (Edge names Chrome and Safari) comes before them. */
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

/** Names the browser and the system that a user agent describes. */
export function deviceOf(userAgent: string): Device {
  const nameIn = (known: [RegExp, string][]): string | null =>
    known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  return {
    program: nameIn(PROGRAMS),
    system: nameIn(SYSTEMS),
    isPhone: /Mobile|Android|iPhone/.test(userAgent),
  };
}

const MAX_KEPT = 500;

/** What takes a while to build is built once for all settings that say the same; the least recently used go first. */
export function keepByValue<Settings extends object, Built>(
  build: (settings: Settings) => Built,
): (settings: Settings) => Built {
  const kept = new Map<string, Built>();
  const known = new WeakMap<Settings, Built>();
  return (settings) => {
    const recent = known.get(settings);
    if (recent !== undefined) return recent;
    const key = JSON.stringify(settings);
    const built = kept.get(key) ?? build(settings);
    kept.delete(key);
    kept.set(key, built);
    known.set(settings, built);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return built;
  };
}

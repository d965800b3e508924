import { useEffect, useState } from 'preact/hooks';

/** Counts down the whole seconds until a time in milliseconds since 1970. Ends at 0. */
export function useSecondsTo(atMs: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    setNow(Date.now());
    if (atMs <= Date.now()) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [atMs]);
  return Math.max(0, Math.ceil((atMs - now) / 1000));
}

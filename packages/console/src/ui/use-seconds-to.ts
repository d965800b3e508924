import { useEffect, useState } from 'preact/hooks';

/** Whole seconds until this time in milliseconds since 1970, counted down; 0 once it is over. */
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

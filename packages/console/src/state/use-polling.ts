import { useEffect, useRef } from 'preact/hooks';

/**
 * Runs `work` repeatedly while the page is visible. Its requests must be background ones.
 * @param everyMs null pauses it
 */
export function usePolling(work: () => void, everyMs: number | null): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    if (everyMs === null) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) latest.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}

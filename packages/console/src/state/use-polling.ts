import { useEffect, useRef } from 'preact/hooks';

/**
 * Does this again and again while the page is in sight. Its requests have to be background ones.
 * @param everyMs null: not at all
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

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { signal, type ReadonlySignal } from '@preact/signals';
import { useBaseLanguage } from '../words/language';

const TICK_MS = 15_000;

/** The current time in milliseconds since 1970, updated every 15 s while the page is visible. */
export function createClock(): ReadonlySignal<number> {
  const now = signal(Date.now());
  const tick = (): void => {
    if (!document.hidden) now.value = Date.now();
  };
  setInterval(tick, TICK_MS);
  document.addEventListener('visibilitychange', tick);
  return now;
}

export const ClockContext = createContext<ReadonlySignal<number>>(signal(Date.now()));

/** @param at ISO 8601 */
export function Time({
  at,
  form = 'relative',
}: {
  at: string;
  form?: 'relative' | 'time' | 'date' | 'minute';
}) {
  const { format } = useBaseLanguage();
  const clock = useContext(ClockContext);
  const atMs = Date.parse(at);
  const text = form === 'relative' ? format.relative(atMs, clock.value) : format[form](atMs);
  return (
    <time dateTime={at} data-title={format.moment(atMs)}>
      {text}
    </time>
  );
}

import { useConsole } from '../state/console';

/** The one place that screen readers listen to. */
export function LiveRegion() {
  const { announcer } = useConsole();
  return (
    <p class="hidden" aria-live="polite">
      {announcer.text.value}
    </p>
  );
}

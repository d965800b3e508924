import { useConsole } from '../state/console';

/** The page's only live region for screen readers. */
export function LiveRegion() {
  const { announcer } = useConsole();
  return (
    <p class="hidden" aria-live="polite">
      {announcer.text.value}
    </p>
  );
}

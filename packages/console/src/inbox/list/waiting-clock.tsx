import { useContext } from 'preact/hooks';
import { ClockContext } from '../../ui/time';
import { Icon } from '../../ui/icon';
import { useLanguage } from '../../words/language';

/** After so many seconds a visitor has waited for long, and then for too long. */
const LONG_S = 120;
const LATE_S = 300;

/** How long that is: grey, amber, then red. */
export const waitTone = (waitedS: number): string =>
  waitedS >= LATE_S ? 'late-wait' : waitedS >= LONG_S ? 'long-wait' : '';

/** How long a visitor has waited: grey, amber, then red; with a shape and words, not by colour alone. */
export function WaitingClock({ since }: { since: string }) {
  const { words, format } = useLanguage();
  const clock = useContext(ClockContext);
  const waitedS = Math.max(0, (clock.value - Date.parse(since)) / 1000);
  const text = format.duration(Math.max(60, waitedS));
  return (
    <span class={`clock ${waitTone(waitedS)}`} title={words.inbox.waitingFor(text)}>
      <Icon name={waitedS >= LATE_S ? 'warning' : 'clock'} size={12} />
      <time dateTime={since}>{text}</time>
    </span>
  );
}

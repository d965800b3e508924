import { useContext } from 'preact/hooks';
import { ClockContext } from '../../ui/time';
import { Icon } from '../../ui/icon';
import { useLanguage } from '../../words/language';

/** In seconds: from when a wait is shown as long, and from when as too long. */
const LONG_S = 120;
const LATE_S = 300;

/** The class of a wait's colour: grey, amber, then red. */
export const waitTone = (waitedS: number, lateS = LATE_S): string =>
  waitedS >= lateS ? 'late-wait' : waitedS >= Math.min(LONG_S, lateS) ? 'long-wait' : '';

/**
 * How long a visitor has waited. An icon and words tell the same as the colour.
 * @param props.due time by which the tenant wants them to be answered, if it has set a target
 */
export function WaitingClock({ since, due }: { since: string; due?: string | null | undefined }) {
  const { words, format } = useLanguage();
  const clock = useContext(ClockContext);
  const waitedS = Math.max(0, (clock.value - Date.parse(since)) / 1000);
  const lateS = due ? (Date.parse(due) - Date.parse(since)) / 1000 : LATE_S;
  const text = format.duration(Math.max(60, waitedS));
  return (
    <span class={`clock ${waitTone(waitedS, lateS)}`} data-title={words.inbox.waitingFor(text)}>
      <Icon name={waitedS >= lateS ? 'warning' : 'clock'} size={12} />
      <time dateTime={since}>{text}</time>
    </span>
  );
}

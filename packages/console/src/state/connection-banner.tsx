import { useEffect, useRef } from 'preact/hooks';
import { useConsole } from './console';
import { Icon } from '../ui/icon';
import { useSecondsTo } from '../ui/use-seconds-to';
import { useBaseLanguage } from '../words/language';

/** Says that the relay is unreachable, since when, and when the next attempt is due. */
export function ConnectionBanner() {
  const { connection, toasts } = useConsole();
  const { words, format } = useBaseLanguage();
  const link = connection.link.value;
  const isUp = link.kind === 'up';
  const wasDown = useRef(false);
  const secondsLeft = useSecondsTo(isUp ? 0 : link.retryAtMs);

  useEffect(() => {
    const back = toasts.shown.peek().find(({ text }) => text === words.shell.back);
    // The note "connected again" is wrong after another loss.
    if (!isUp && back) toasts.dismiss(back.id);
    if (isUp && wasDown.current) void toasts.show(words.shell.back);
    wasDown.current = !isUp;
  }, [isUp]);

  return (
    // Screen readers announce changes in a live region only if it existed before.
    <div role="status">
      {!isUp && (
        <div class="connection">
          <Icon name={link.kind === 'unreachable' ? 'offline' : 'warning'} />
          <p class="grow">
            {link.kind === 'unreachable'
              ? words.shell.offline(format.time(link.sinceMs))
              : words.shell.troubled}{' '}
            <span class="muted figures" aria-hidden="true">
              {link.isTrying
                ? words.shell.retrying
                : words.shell.retryingIn(Math.max(1, secondsLeft))}
            </span>
          </p>
          <button type="button" class="link-button" onClick={() => connection.retry()}>
            {words.shell.retryNow}
          </button>
        </div>
      )}
    </div>
  );
}

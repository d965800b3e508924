import { useEffect, useRef } from 'preact/hooks';
import { useConsole } from './console';
import { Icon } from '../ui/icon';
import { useSecondsTo } from '../ui/use-seconds-to';
import { useBaseLanguage } from '../words/language';

/** Says that the relay does not answer, since when, and what happens next. Calm: nothing is lost. */
export function ConnectionBanner() {
  const { connection, toasts } = useConsole();
  const { words, format } = useBaseLanguage();
  const link = connection.link.value;
  const isUp = link.kind === 'up';
  const wasDown = useRef(false);
  const secondsLeft = useSecondsTo(isUp ? 0 : link.retryAtMs);

  useEffect(() => {
    const back = toasts.shown.peek().find(({ text }) => text === words.shell.back);
    // It is no longer so.
    if (!isUp && back) toasts.dismiss(back.id);
    if (isUp && wasDown.current) void toasts.show(words.shell.back);
    wasDown.current = !isUp;
  }, [isUp]);

  return (
    // The region is always there: a reader says what appears in it.
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

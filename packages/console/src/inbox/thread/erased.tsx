import { useLayoutEffect, useRef } from 'preact/hooks';
import { useConsole } from '../../state/console';
import { Empty } from '../../ui/notes';
import { useLanguage } from '../../words/language';

/** Replaces the messages of an erased visitor. It takes the focus if the removed content had it. */
export function Erased() {
  const { announcer } = useConsole();
  const { inbox: words } = useLanguage().words;
  const notice = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    announcer.say(words.erasedText);
    if (document.activeElement === document.body) notice.current?.focus();
  }, []);
  return (
    <div class="stack" ref={notice} tabIndex={-1}>
      <Empty icon="trash" title={words.erased}>
        <p>{words.erasedText}</p>
      </Empty>
    </div>
  );
}

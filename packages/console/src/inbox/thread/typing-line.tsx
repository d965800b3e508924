import { useEffect, useState } from 'preact/hooks';
import type { OpenConversation } from '@chat-relay/desk/state';
import { useLanguage } from '../../words/language';

/** Shows who is typing. Its line is always reserved, so that nothing moves. */
export function TypingLine({ open, visitor }: { open: OpenConversation; visitor: string }) {
  const { words } = useLanguage();
  const [, draw] = useState(0);
  const { typing } = open;
  useEffect(() => {
    if (!typing) return undefined;
    const timer = setTimeout(() => draw(Date.now()), Math.max(0, typing.untilMs - Date.now()));
    return () => clearTimeout(timer);
  }, [typing]);
  const isTyping = typing !== null && typing.untilMs > Date.now();
  return (
    <p class="typing">
      {isTyping && (
        <>
          <span class="typing-dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <bdi>{words.inbox.isTyping(typing.kind === 'visitor' ? visitor : words.inbox.bot)}</bdi>
        </>
      )}
    </p>
  );
}

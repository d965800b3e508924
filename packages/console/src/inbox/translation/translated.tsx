import { useLanguage } from '../../words/language';
import type { Translation } from '@chat-relay/server/wire/bots';

/** A translation under its original. It is shown as text without links, because a model wrote it. */
export function Translated({ translation }: { translation: Translation }) {
  const { translation: words } = useLanguage().words;
  return (
    <div class="translation">
      <span class="meta">{words.label}</span>
      <bdi class="text" dir="auto" lang={translation.language}>
        {translation.content}
      </bdi>
    </div>
  );
}

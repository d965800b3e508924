import { useLanguage } from '../../words/language';
import type { Translation } from '@chat-relay/server/wire/bots';

/** A translation under its original. A model wrote it: it is text, and no address in it can be followed. */
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

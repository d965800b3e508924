import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Row } from '@chat-relay/desk/wire';
import { useConsole } from '../../state/console';
import { Button } from '../../ui/button';
import { knownText } from '../../words/known-text';
import { useLanguage } from '../../words/language';
import type { Inbox } from '../model/inbox';
import { MessageText } from '../parts/message-text';

export interface SuggestionProps {
  inbox: Inbox;
  row: Row;
  area: RefObject<HTMLTextAreaElement | null>;
}

/** Suggestions that the operator has closed, until the page closes. */
const hidden = new Set<string>();

/** The bot's suggestion, and why the bot did not send it. Only a person puts it into the reply. */
export function Suggestion({ inbox, row, area }: SuggestionProps) {
  const { announcer } = useConsole();
  const { inbox: words } = useLanguage().words;
  const [, redraw] = useState(0);
  const { conversation_id: id, suggestion } = row;
  const key = id + suggestion?.at;
  const isShown = suggestion && !hidden.has(key);
  useEffect(() => {
    if (isShown) announcer.say(words.suggestion, key);
  }, [key]);
  if (!isShown) return null;
  const hide = (): void => {
    hidden.add(key);
    redraw(hidden.size);
    area.current?.focus();
  };
  const insert = (): void => {
    const draft = inbox.state.value.drafts[id];
    inbox.draft(id, draft ? `${draft}\n${suggestion.content}` : suggestion.content);
    hide();
  };
  const reasons = suggestion.reasons.map(
    (code) => knownText(words.suggestionReasons, code) ?? code,
  );
  return (
    <section class="bot-draft suggestion" aria-label={words.suggestion}>
      <p class="meta">
        {words.suggestion} {reasons.join(', ')}.
      </p>
      <MessageText text={suggestion.content} />
      <div class="bar">
        <Button onClick={insert}>{words.insertSuggestion}</Button>
        <Button kind="plain" icon="close" label={words.hideSuggestion} onClick={hide} />
      </div>
    </section>
  );
}

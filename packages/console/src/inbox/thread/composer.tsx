import type { RefObject } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { cannedValues, fillCanned, offerCanned, slashBefore } from '../../desk/canned';
import type { DeskState } from '../../desk/state';
import type { CannedReply, Row } from '../../desk/wire';
import { useConsole } from '../../state/console';
import { Button } from '../../ui/button';
import { useLanguage } from '../../words/language';
import type { Inbox } from '../model/inbox';
import { visitorName } from '../model/visitor';
import { CannedPicker } from './canned-picker';

export interface ComposerProps {
  inbox: Inbox;
  state: DeskState;
  row: Row;
  area: RefObject<HTMLTextAreaElement | null>;
}

/** The relay's limit for one message, in characters (code points). */
const MAX_CHARACTERS = 4_000;
const WARN_AT = 3_800;
/** Of the window's height. */
const MAX_SHARE = 0.4;

export function Composer({ inbox, state, row, area }: ComposerProps) {
  const { preferences } = useConsole();
  const { words } = useLanguage();
  const listId = useId();
  const { conversation_id: id } = row;
  const text = state.drafts[id] ?? '';
  const [cursor, setCursor] = useState(text.length);
  const [chosen, setChosen] = useState(0);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const nextCursor = useRef<number | null>(null);

  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.setProperty('block-size', 'auto');
    const height = Math.min(element.scrollHeight + 2, innerHeight * MAX_SHARE);
    element.style.setProperty('block-size', `${height}px`);
    if (nextCursor.current === null) return;
    element.setSelectionRange(nextCursor.current, nextCursor.current);
    nextCursor.current = null;
  }, [text]);

  const count = Array.from(text).length;
  const over = count - MAX_CHARACTERS;
  const slash = slashBefore(text, cursor);
  const slashKey = slash && `${slash.from}`;
  const found = slash && slashKey !== dismissed ? offerCanned(state, row, slash.text) : [];
  const isPicking = slash !== null && slashKey !== dismissed && state.canned.length > 0;
  const current = Math.min(chosen, found.length - 1);

  const change = (changed: string, at: number): void => {
    inbox.draft(id, changed);
    setCursor(at);
    setChosen(0);
    if (slashBefore(changed, at) === null) setDismissed(null);
    if (changed.trim() === '') inbox.desk.typing.stop();
    else inbox.desk.typing.touch(id);
  };
  const insert = (reply: CannedReply | undefined): void => {
    if (!reply || !slash) return;
    const filled = fillCanned(reply.content, cannedValues(state, row));
    const at = slash.from + filled.length;
    nextCursor.current = at;
    change(text.slice(0, slash.from) + filled + text.slice(cursor), at);
    area.current?.focus();
  };
  const send = (): void => {
    const content = text.trim();
    if (content === '' || over > 0) return;
    inbox.desk.typing.stop();
    inbox.desk.outbox.send(id, content);
    setCursor(0);
    area.current?.focus();
  };
  const openPicker = (): void => {
    const lead = text === '' || /\s$/.test(text.slice(0, cursor)) ? '/' : ' /';
    nextCursor.current = cursor + lead.length;
    setDismissed(null);
    change(text.slice(0, cursor) + lead + text.slice(cursor), cursor + lead.length);
    area.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (isPicking) {
      const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
      const move = moves[event.key];
      if (move !== undefined && found.length > 0) {
        event.preventDefault();
        return setChosen((current + move + found.length) % found.length);
      }
      if ((event.key === 'Enter' || event.key === 'Tab') && found[current]) {
        event.preventDefault();
        return insert(found[current]);
      }
      if (event.key === 'Escape') {
        event.preventDefault();
        return setDismissed(slashKey);
      }
    }
    if (event.key === 'Escape') return area.current?.blur();
    const isBreak = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
    if (event.key !== 'Enter') return;
    if (isBreak && event.shiftKey === preferences.enterSends.value) return;
    event.preventDefault();
    send();
  };

  const whyNot =
    over > 0
      ? words.inbox.tooLong(over)
      : text.trim() === ''
        ? words.inbox.composerHint
        : undefined;
  const name = visitorName(row, words);
  return (
    <div class="composer">
      {isPicking && (
        <CannedPicker
          id={listId}
          replies={found}
          chosen={current}
          onChoose={insert}
          onPoint={setChosen}
        />
      )}
      <textarea
        ref={area}
        class="input"
        rows={2}
        dir="auto"
        aria-label={words.inbox.composer(name)}
        aria-autocomplete="list"
        aria-controls={isPicking ? listId : undefined}
        aria-activedescendant={isPicking && found.length > 0 ? `${listId}-${current}` : undefined}
        aria-keyshortcuts="R"
        placeholder={words.inbox.composerHint}
        value={text}
        onInput={({ currentTarget }) => change(currentTarget.value, currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
        onBlur={() => inbox.desk.typing.stop()}
      />
      <div class="bar composer-tools">
        <Button kind="plain" icon="replies" label={words.shell.canned} onClick={openPicker} />
        <span class={over > 0 ? 'grow meta late' : 'grow meta'} role="status">
          {over > 0
            ? words.inbox.tooLong(over)
            : count > WARN_AT
              ? words.inbox.left(MAX_CHARACTERS - count)
              : ''}
        </span>
        <Button kind="primary" whyDisabled={whyNot} onClick={send}>
          {words.inbox.send}
        </Button>
      </div>
    </div>
  );
}

import type { RefObject } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { cannedValues, fillCanned, offerCanned, slashBefore } from '@chat-relay/desk/canned/canned';
import { loneCommand } from '@chat-relay/desk/canned/lone-command';
import type { DeskState } from '@chat-relay/desk/state';
import { isArriving, MAX_FILES } from '@chat-relay/desk/files';
import type { CannedReply } from '@chat-relay/server/wire/conversations/inbox/canned-replies';
import type { Row } from '@chat-relay/desk/wire';
import { useConsole } from '../../state/console';
import { Button } from '../../ui/button';
import { useLanguage } from '../../words/language';
import type { Inbox } from '../model/inbox';
import { visitorName } from '../model/visitor';
import { DraftFiles } from '../files/draft-files';
import { DraftOriginal } from '../translation/draft-original';
import { useDraftTranslation } from '../translation/use-draft-translation';
import { useKeyName } from '../keys';
import { CannedPicker } from './canned-picker';
import { pickByKey, usePick } from '../parts/picker';

export interface ComposerProps {
  inbox: Inbox;
  state: DeskState;
  row: Row;
  area: RefObject<HTMLTextAreaElement | null>;
  /** Adds files to the reply. */
  attach(files: readonly File[]): void;
  /** The visitor's language; null if this site does not translate. */
  translatesInto: string | null;
}

/** The relay's limit for one message, in characters (code points). */
const MAX_CHARACTERS = 4_000;
const WARN_AT = 3_800;
/** Share of the window's height. */
const MAX_SHARE = 0.4;

const cannedKey = ({ canned_reply_id }: CannedReply): string => canned_reply_id;

export function Composer({ inbox, state, row, area, attach, translatesInto }: ComposerProps) {
  const { announcer, preferences } = useConsole();
  const { words, format } = useLanguage();
  const listId = useId();
  const keyName = useKeyName();
  const { conversation_id: id } = row;
  const text = state.drafts[id] ?? '';
  const files = state.files[id] ?? [];
  const mayAttach = state.tenants[row.tenant_id]?.attachments?.enabled;
  const picker = useRef<HTMLInputElement>(null);
  const [cursor, setCursor] = useState(text.length);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
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
  const pick = usePick(found, cannedKey, isPicking ? slash.text : null);
  const current = pick.index;

  const change = (changed: string, at: number): void => {
    inbox.draft(id, changed);
    setCursor(at);
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
  const translation = useDraftTranslation({
    conversationId: id,
    text,
    locale: translatesInto,
    change: (changed) => {
      nextCursor.current = changed.length;
      change(changed, changed.length);
    },
    focus: () => area.current?.focus(),
  });
  const { inbox: say } = words;
  const whyFilesWait = files.some(isArriving)
    ? say.filesArriving
    : files.some((file) => file.problem)
      ? say.filesFailed
      : files.length > MAX_FILES
        ? say.tooManyFiles(MAX_FILES)
        : undefined;
  const isEmpty = text.trim() === '';
  const whyTranslationWaits = translation.isBusy ? words.translation.busy : undefined;
  const whyTextWaits = over > 0 ? say.tooLong(over) : undefined;
  const whyNot =
    whyTextWaits ??
    whyTranslationWaits ??
    whyFilesWait ??
    (isEmpty && files.length === 0 ? say.composerHint : undefined);
  const command = loneCommand(text);
  const isAsked = command !== null && asked === command;
  const send = (sent: typeof files, isMeant = false): void => {
    if (command !== null && !isMeant) {
      setAsked(command);
      announcer.say(say.commandAsked(command));
      return;
    }
    inbox.desk.typing.stop();
    inbox.desk.outbox.send(id, text.trim(), sent);
    translation.forget();
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
    const list = {
      count: found.length,
      chosen: current,
      onPoint: pick.point,
      onChoose: (index: number) => insert(found[index]),
      onDismiss: () => setDismissed(slashKey),
    };
    if (isPicking && pickByKey(event, list)) return;
    if (event.key === 'Escape') return area.current?.blur();
    const isBreak = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
    if (event.key !== 'Enter') return;
    if (isBreak && event.shiftKey === preferences.enterSends.value) return;
    event.preventDefault();
    if (whyNot === undefined) send(files);
    else if (whyFilesWait !== undefined) announcer.say(whyFilesWait);
  };
  const onPaste = (event: ClipboardEvent): void => {
    // Spreadsheets copy a table as text and as a picture: the text is wanted.
    const pasted = [...(event.clipboardData?.files ?? [])];
    if (pasted.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
    event.preventDefault();
    attach(pasted);
  };

  const name = visitorName(row, words);
  return (
    <div class="composer">
      {isPicking && (
        <CannedPicker
          id={listId}
          replies={found}
          chosen={current}
          gone={pick.gone}
          onChoose={insert}
          onPoint={pick.point}
        />
      )}
      <textarea
        ref={area}
        class="input"
        rows={2}
        dir="auto"
        lang={translation.original?.locale}
        readOnly={translation.isBusy}
        aria-label={words.inbox.composer(name)}
        aria-autocomplete="list"
        aria-controls={isPicking ? listId : undefined}
        aria-activedescendant={isPicking && current >= 0 ? `${listId}-${current}` : undefined}
        aria-keyshortcuts={keyName('reply')}
        placeholder={words.inbox.composerHint}
        value={text}
        onInput={({ currentTarget }) => change(currentTarget.value, currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
        onBlur={() => inbox.desk.typing.stop()}
      />
      <DraftOriginal draft={translation} />
      {isAsked && (
        <p class="command-asked">
          <span class="grow">{say.commandAsked(command)}</span>
          <Button onClick={() => send(files, true)}>{say.sendAsItIs}</Button>
        </p>
      )}
      {files.length > 0 && <DraftFiles inbox={inbox} row={row} files={files} area={area} />}
      <div class="bar composer-tools">
        <Button kind="plain" icon="replies" label={words.shell.canned} onClick={openPicker} />
        {translatesInto !== null && !translation.original && (
          <Button
            kind="plain"
            icon="site"
            label={words.translation.draft(format.language(translatesInto))}
            isBusy={translation.isBusy}
            whyDisabled={isEmpty ? words.translation.nothingToTranslate : whyTextWaits}
            onClick={() => void translation.translate()}
          />
        )}
        {mayAttach && (
          <>
            <Button
              kind="plain"
              icon="clip"
              label={say.attach}
              onClick={() => picker.current?.click()}
            />
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              aria-label={say.attach}
              onChange={({ currentTarget }) => {
                attach([...(currentTarget.files ?? [])]);
                currentTarget.value = ''; // so that the same file can be chosen again
                area.current?.focus();
              }}
            />
          </>
        )}
        <span class={over > 0 ? 'grow meta late' : 'grow meta'} role="status">
          {over > 0
            ? words.inbox.tooLong(over)
            : count > WARN_AT
              ? words.inbox.left(MAX_CHARACTERS - count)
              : ''}
        </span>
        {whyFilesWait !== undefined && !isEmpty && (
          <Button whyDisabled={whyTextWaits} onClick={() => send([])}>
            {say.textAlone}
          </Button>
        )}
        <Button kind="primary" whyDisabled={whyNot} onClick={() => send(files)}>
          {words.inbox.send}
        </Button>
      </div>
    </div>
  );
}

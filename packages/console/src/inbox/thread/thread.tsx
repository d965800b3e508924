import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isHeldBack, isPicture } from '@chat-relay/desk/files';
import type { DeskState, OpenConversation } from '@chat-relay/desk/state';
import type { MessageView } from '@chat-relay/widget-sdk/frames';
import type { Row } from '@chat-relay/desk/wire';
import { useConsole, useWorkspace } from '../../state/console';
import { SkeletonRows } from '../../ui/skeleton';
import { useLanguage } from '../../words/language';
import type { Words } from '../../words/words';
import type { Inbox } from '../model/inbox';
import { deliveryOf, timelineOf, type ThreadItem } from '../model/timeline';
import { visitorName } from '../model/visitor';
import { Lightbox } from '../files/lightbox';
import { NoteCard } from '../notes/note-card';
import type { Notes } from '../notes/use-notes';
import type { Translations } from '../translation/use-translations';
import type { Renew } from '../files/use-address';
import { useWindow } from '../use-window';
import { MessageItem, OutgoingItem } from './bubble';
import { useHit } from './use-hit';
import { RemoveDialog } from './remove-dialog';
import { TypingLine } from './typing-line';

export interface ThreadProps {
  inbox: Inbox;
  state: DeskState;
  open: OpenConversation;
  row: Row;
  notes: Notes;
  translations: Translations;
  /** The `seq` of the message in which a search found the conversation. */
  hitSeq: number | null;
}

const ITEM_PX = 60;

/** The messages, newest at the bottom. Scrolling up fetches earlier ones. */
export function Thread({ inbox, state, open, row, notes, translations, hitSeq }: ThreadProps) {
  const { announcer } = useConsole();
  const { words, format } = useLanguage();
  const name = visitorName(row, words);
  const outgoing = state.outgoing.filter((one) => one.conversationId === open.id);
  const items = useMemo(
    () => timelineOf(open, open.isLoaded ? notes.all : [], outgoing),
    [open.messages, open.hasOlder, open.isLoaded, notes.all, ...outgoing, outgoing.length],
  );
  const keys = useMemo(() => items.map((item) => item.key), [items]);
  const [isAtEnd, setAtEnd] = useState(true);
  const [newBelow, setNewBelow] = useState(0);
  const lastSeq = open.messages.at(-1)?.seq ?? 0;
  const seen = useRef({ seq: lastSeq, said: 0 });
  const [shownPicture, showPicture] = useState<string | null>(null);
  const [removing, setRemoving] = useState<MessageView | null>(null);
  const isAdmin = useWorkspace()?.role !== 'operator';
  const renew = useCallback<Renew>(
    async (seq, uploadId) => {
      await inbox.desk.sync.again(seq);
      const message = inbox.state.value.open?.messages.find((one) => one.seq === seq);
      return message?.attachments?.find((one) => one.upload_id === uploadId) ?? null;
    },
    [inbox],
  );

  const threadWindow = useWindow({
    keys,
    estimatePx: ITEM_PX,
    startsAtEnd: true,
    onMove: (place) => {
      setAtEnd(place.isAtEnd);
      if (place.isAtEnd) setNewBelow(0);
      if (place.isAtStart && open.hasOlder) {
        inbox.desk.sync.older().catch(() => {}); // the connection's banner says so
      }
    },
  });
  const { first, last, scroller, list, before, after, onScroll, toEnd } = threadWindow;
  useHit({ inbox, open, hitSeq, keys }, threadWindow);

  useEffect(() => {
    const wasSeq = seen.current.seq;
    seen.current.seq = lastSeq;
    if (wasSeq === 0 || lastSeq <= wasSeq) return;
    const added = open.messages.filter((one) => one.seq > wasSeq && one.sender.kind === 'visitor');
    if (added.length === 0) return;
    if (!isAtEnd) setNewBelow((count) => count + added.length);
    seen.current.said += added.length;
    announcer.say(words.inbox.newMessages(seen.current.said, name), `messages ${open.id}`);
    const timer = setTimeout(() => (seen.current.said = 0), 2_000);
    return () => clearTimeout(timer);
  }, [lastSeq]);

  // After sending, the thread scrolls to the new reply.
  const waiting = outgoing.length;
  useEffect(() => {
    if (waiting > 0) toEnd();
  }, [waiting]);

  const delivery = deliveryOf(open, row, state.delivered[open.id] ?? 0);
  const draw = (item: ThreadItem) => {
    switch (item.kind) {
      case 'day':
        return (
          <li key={item.key} class="item day">
            <span>{dayName(item.atMs, words.inbox, format.date)}</span>
          </li>
        );
      case 'message':
        return (
          <MessageItem
            key={item.key}
            message={item.message}
            startsGroup={item.startsGroup}
            endsGroup={item.endsGroup}
            isHit={item.message.seq === hitSeq}
            visitor={name}
            ownName={state.me.name}
            delivery={delivery?.seq === item.message.seq ? delivery.state : null}
            translation={translations.of(item.message.seq)}
            renew={renew}
            onOpen={showPicture}
            onRemove={isAdmin ? setRemoving : undefined}
          />
        );
      case 'note':
        return (
          <li key={item.key} class="item note-item">
            <NoteCard note={item.note} notes={notes} isInThread />
          </li>
        );
      case 'outgoing':
        return (
          <OutgoingItem
            key={item.key}
            outgoing={item.outgoing}
            startsGroup={item.startsGroup}
            onRetry={() => inbox.desk.outbox.resend(item.outgoing)}
            onTakeBack={() => inbox.takeBack(open.id, item.outgoing.clientMsgId)}
          />
        );
    }
  };

  return (
    <div class="thread">
      <div
        class="thread-scroll"
        ref={scroller}
        onScroll={onScroll}
        role="log"
        aria-live="off"
        aria-label={words.inbox.thread}
        tabIndex={0}
      >
        {!open.isLoaded && <SkeletonRows rows={5} heightPx={44} shape="bubble" />}
        {open.hasOlder && first === 0 && <p class="meta thread-older">{words.inbox.older}</p>}
        <div ref={before} />
        <ol ref={list}>{items.slice(first, last).map(draw)}</ol>
        <div ref={after} />
        {open.botDraft && (
          <p class="bot-draft" aria-hidden="true">
            <bdi>{open.botDraft.text}</bdi>
          </p>
        )}
      </div>
      {!isAtEnd && (
        <button type="button" class="pill below" onClick={toEnd}>
          {newBelow > 0 ? words.inbox.newBelow(newBelow) : words.inbox.toLatest}
        </button>
      )}
      <TypingLine open={open} visitor={name} />
      {removing && (
        <RemoveDialog
          inbox={inbox}
          conversationId={open.id}
          message={removing}
          onClose={() => setRemoving(null)}
          onRemoved={() => scroller.current?.focus()}
        />
      )}
      {shownPicture !== null && (
        <Lightbox
          pictures={picturesOf(open)}
          openId={shownPicture}
          renew={renew}
          onClose={() => showPicture(null)}
        />
      )}
    </div>
  );
}

function picturesOf({ messages }: OpenConversation) {
  return messages.flatMap(({ seq, attachments = [] }) =>
    attachments
      .filter((file) => isPicture(file) && !isHeldBack(file))
      .map((file) => ({ seq, file })),
  );
}

const DAY_MS = 86_400_000;

function dayName(
  atMs: number,
  words: Pick<Words['inbox'], 'today' | 'yesterday'>,
  date: (atMs: number) => string,
): string {
  const day = new Date(atMs).toDateString();
  if (day === new Date().toDateString()) return words.today;
  if (day === new Date(Date.now() - DAY_MS).toDateString()) return words.yesterday;
  return date(atMs);
}

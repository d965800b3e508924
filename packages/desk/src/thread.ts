import type { DeskState } from './state';
import type { AttachmentView, MessageView } from '@chat-relay/widget-sdk/frames';
import type { FeedUpdate } from '@chat-relay/server/wire/conversations/live';

/** Merges two lists of messages by `seq`, without duplicates. */
export function mergeMessages(
  known: readonly MessageView[],
  more: readonly MessageView[],
): readonly MessageView[] {
  const last = known.at(-1)?.seq ?? 0;
  if (more.every((message, index) => message.seq > (more[index - 1]?.seq ?? last))) {
    return [...known, ...more];
  }
  const bySeq = new Map([...known, ...more].map((message) => [message.seq, message]));
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
}

/** The `seq` after which messages are missing, given the conversation's `last_seq`; null if none are. */
export function missingAfter(messages: readonly MessageView[], lastSeq: number): number | null {
  for (const [index, { seq }] of messages.entries()) {
    const next = messages[index + 1]?.seq ?? lastSeq + 1;
    if (next > seq + 1) return seq;
  }
  return messages.length === 0 && lastSeq > 0 ? 0 : null;
}

/** Whether this update empties messages of the open conversation: visitor erased, or last message removed. */
export function isEmptied({ open, rows }: DeskState, update: FeedUpdate): boolean {
  if (update.type !== 'conversation' || update.conversation.conversation_id !== open?.id) {
    return false;
  }
  const { last_seq, last_message } = update.conversation;
  const known = rows.get(open.id)?.row;
  return (
    known?.last_seq === last_seq &&
    last_message?.preview === '' &&
    known.last_message?.preview !== ''
  );
}

/** Empties a removed message. */
export function withoutWords(
  messages: readonly MessageView[],
  seq: number,
): readonly MessageView[] {
  return messages.map((message) => {
    if (message.seq !== seq) return message;
    const { sources: _quoted, attachments: _files, ...rest } = message;
    return { ...rest, content: '', removed: true };
  });
}

/** Applies a scan's result to a file. The next fetch brings the address of a clean file. */
export function withScan(
  messages: readonly MessageView[],
  { seq, upload_id: id, scan }: Extract<FeedUpdate, { type: 'attachment' }>,
): readonly MessageView[] {
  const scanned = ({ url: _closed, ...file }: AttachmentView): AttachmentView => ({
    ...file,
    scan,
  });
  return messages.map((message) => {
    if (message.seq !== seq || !message.attachments) return message;
    const attachments = message.attachments.map((file) =>
      file.upload_id === id ? scanned(file) : file,
    );
    return { ...message, attachments };
  });
}

import type { ChatMessage } from '../../types';
import { toTime } from '../../page-proof';

/** A message with its position in its group. */
export interface Row {
  readonly message: ChatMessage;
  /** The first of its day: with the date above it. */
  readonly startsDay: boolean;
  /** The first of its sender in a row: with the sender's name above it. */
  readonly startsGroup: boolean;
  /** The last of its sender in a row: with the time below it. */
  readonly endsGroup: boolean;
}

/** After this time, the same sender starts a new group. */
const GROUP_MS = 300_000;

/**
 * Groups messages by day and sender. Days only go forward: unsent messages are always last, however old they
 * are.
 */
export function toRows(messages: readonly ChatMessage[]): Row[] {
  let latest = 0;
  const days = messages.map(({ createdAt }) => {
    latest = Math.max(latest, toTime(createdAt));
    return new Date(latest).toDateString(); // the visitor's own day, not the relay's
  });
  const startsDay = (index: number) => days[index - 1] !== days[index];
  const startsGroup = (index: number) => {
    const [before, message] = [messages[index - 1], messages[index]];
    return (
      !before ||
      !message ||
      startsDay(index) ||
      before.sender.kind !== message.sender.kind ||
      before.sender.displayName !== message.sender.displayName ||
      Math.abs(toTime(message.createdAt) - toTime(before.createdAt)) > GROUP_MS
    );
  };
  return messages.map((message, index) => ({
    message,
    startsDay: startsDay(index),
    startsGroup: startsGroup(index),
    endsGroup: startsGroup(index + 1),
  }));
}

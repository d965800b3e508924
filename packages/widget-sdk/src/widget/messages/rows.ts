import type { ChatMessage } from '../../types';

/** A message with what its place in the list says about it. */
export interface Row {
  readonly message: ChatMessage;
  /** The first of its day: a date stands above it. */
  readonly startsDay: boolean;
  /** The first of its sender in a row: the sender's name stands above it. */
  readonly startsGroup: boolean;
  /** The last of its sender in a row: the time stands below it. */
  readonly endsGroup: boolean;
}

/** After so long, the same sender begins anew. */
const GROUP_MS = 300_000;

/**
 * Groups messages by day and sender. Days only go forward: what waits to be sent stands last however
 * old it is.
 */
export function toRows(messages: readonly ChatMessage[]): Row[] {
  let latest = 0;
  const days = messages.map(({ createdAt }) => {
    latest = Math.max(latest, Date.parse(createdAt));
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
      Math.abs(Date.parse(message.createdAt) - Date.parse(before.createdAt)) > GROUP_MS
    );
  };
  return messages.map((message, index) => ({
    message,
    startsDay: startsDay(index),
    startsGroup: startsGroup(index),
    endsGroup: startsGroup(index + 1),
  }));
}

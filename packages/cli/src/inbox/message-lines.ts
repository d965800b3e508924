import type { AttachmentView, MessageView } from '@chat-relay/widget-sdk/frames';
import type { Suggestion } from '@chat-relay/server/wire/conversations';
import { fit, wrap } from '../terminal/columns';
import type { Look } from '../terminal/paint';
import { sanitise, sanitiseLine } from '../terminal/sanitise';

/** A line of the conversation: author and time, or text, with the styles of both. */
export interface ThreadLine {
  head: string;
  text: string;
  look: Look | null;
}

const TIME_WIDTH = 6;
const GAP = 2;

function nameWidth(width: number): number {
  return Math.max(6, Math.min(14, Math.floor(width / 6)));
}

/** Formats a time in the operator's own time zone: `10:42`. */
export function clockTime(iso: string): string {
  const time = new Date(iso);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** Formats a message as lines under its head. Control characters of visitors never reach the terminal. */
function messageLines(message: MessageView, width: number): ThreadLine[] {
  const { sender, created_at, sources = [], attachments = [] } = message;
  const content = message.removed ? 'Message removed' : message.content;
  const quoted = sources.map(({ title, url }) => sanitiseLine(`[${title}] ${url ?? ''}`.trim()));
  // A bot may have a person's name, but operators must not mistake it for a colleague.
  const given = sender.kind === 'bot' ? undefined : sender.display_name;
  const name = sanitiseLine(given ?? NAMES[sender.kind]);
  return layOut(
    `${clockTime(created_at)} `,
    name,
    [...(content === '' ? [] : [content]), ...quoted, ...attachments.map(fileLine)].join('\n'),
    width,
    LOOKS[sender.kind],
  );
}

/** Formats a file with its id, which `conversation download` takes. */
function fileLine({ name, type, bytes, scan, upload_id: id }: AttachmentView): string {
  const size = `${Math.ceil(bytes / 1024)} kB`;
  return sanitiseLine(`[file] ${name} (${type}, ${size}${SCANS[scan]}) ${id}`);
}

const SCANS = {
  none: '',
  clean: '',
  pending: ', being scanned',
  infected: ', harmful: can’t be opened',
};
const NAMES = { visitor: 'Visitor', bot: 'Bot', agent: 'Operator', system: '·' };
const LOOKS = { visitor: null, bot: 'dim', agent: 'cyan', system: 'dim' } as const;

export function outgoingLines(content: string, isRetrying: boolean, width: number): ThreadLine[] {
  return layOut('  … ', isRetrying ? 'waiting' : 'sending', content, width, 'yellow');
}

/** Shows the answer that the bot did not send, and why. */
export function suggestionLines({ content, reasons }: Suggestion, width: number): ThreadLine[] {
  const why = reasons.map((one) => REASONS[one] ?? sanitiseLine(one)).join(', ');
  const text = `The bot’s draft, not sent: ${why}.\n${content}`;
  return layOut('  ✎ ', 'Bot', text, width, 'yellow');
}

const REASONS: Readonly<Record<string, string>> = {
  fact_not_in_passage: 'a figure or an address is not in its source',
  fact_without_citation: 'a figure or an address has no source',
  unknown_citation: 'it names a source that does not exist',
  no_citation: 'it names no source',
  other_words: 'it says more than its source',
  other_language: 'it is in another language',
  too_long: 'it is too long',
};

function layOut(
  time: string,
  name: string,
  content: string,
  width: number,
  look: Look | null,
): ThreadLine[] {
  const names = nameWidth(width);
  const head = fit(time, TIME_WIDTH) + fit(name, names) + ' '.repeat(GAP);
  const blank = ' '.repeat(TIME_WIDTH + names + GAP);
  return wrap(sanitise(content), width - blank.length).map((text, index) => ({
    head: index === 0 ? head : blank,
    text,
    look,
  }));
}

/** Formats messages as lines, with a line at the beginning of each day. */
export function threadLines(messages: readonly MessageView[], width: number): ThreadLine[] {
  return messages.flatMap((message, index) => {
    const day = dayOf(message);
    const previous = messages[index - 1];
    const isNewDay = previous !== undefined && dayOf(previous) !== day;
    const lines = messageLines(message, width);
    return isNewDay ? [{ head: `── ${day} `, text: '', look: 'dim' as const }, ...lines] : lines;
  });
}

export function threadHeight(messages: readonly MessageView[], width: number): number {
  return threadLines(messages, width).length;
}

function dayOf({ created_at }: MessageView): string {
  return new Date(created_at).toDateString();
}

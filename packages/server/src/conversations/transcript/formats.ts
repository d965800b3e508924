import type { MessageView } from '@chat-relay/widget-sdk/frames';
import { inPieces, type Parts } from '../../platform/http/large-json';
import { escapeHtml, oneLine } from '../../platform/mail/message';
import { directionOf } from '@chat-relay/widget-sdk/languages';
import { dateLocaleOf, say } from '../../tenants/texts/voice';
import { VOICE, type Transcript } from './transcript';

export type TranscriptHead = Omit<Transcript, 'messages'>;

export interface TranscriptFormat {
  type: string;
  begin(head: TranscriptHead): string;
  message(head: TranscriptHead, message: MessageView, at: string): string;
  /** @param isEmpty whether there was no message */
  end(head: TranscriptHead, isEmpty: boolean): string;
}

/** Lines of a message are indented: no message can look like another one. */
const txt: TranscriptFormat = {
  type: 'text/plain',
  begin: (head) => `${[titleOf(head), ...notesOf(head), ''].join('\n')}\n`,
  message: (head, message, at) =>
    `${[
      `[${at}] ${senderOf(head, message)}`,
      ...[contentOf(head, message), ...addedTo(head, message)].flatMap((said) =>
        linesOf(head, said),
      ),
      '',
    ].join('\n')}\n`,
  end: (head, isEmpty) => (isEmpty ? `${say(head[VOICE], 'transcriptEmpty')}\n` : ''),
};

/** A page without scripts, links or anything that is fetched. */
const html: TranscriptFormat = {
  type: 'text/html',
  begin: (head) => {
    const title = escapeHtml(titleOf(head));
    return `${[
      `<!doctype html><html lang="${head.locale}" dir="${directionOf(head.locale)}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width">',
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
      `<title>${title}</title>`,
      '<style>:root{color-scheme:light dark}body{font-family:sans-serif;line-height:1.5;max-width:45em;margin:1em auto;padding:0 1em}',
      'div{white-space:pre-wrap;overflow-wrap:anywhere;text-align:match-parent}</style></head><body>',
      `<h1>${title}</h1>`,
      ...notesOf(head).map(paragraph),
    ].join('\n')}\n`;
  },
  message: (head, message, at) =>
    `${[
      `<p><b dir="auto">${escapeHtml(senderOf(head, message))}</b>`,
      `<time datetime="${message.created_at}">${escapeHtml(at)}</time></p>`,
      `<div${directionOfContent(message)}>${escapeHtml(contentOf(head, message))}</div>`,
      ...addedTo(head, message).map((line) => `<div dir="auto">${escapeHtml(line)}</div>`),
    ].join('\n')}\n`,
  end: (head, isEmpty) =>
    `${isEmpty ? `${paragraph(say(head[VOICE], 'transcriptEmpty'))}\n` : ''}</body></html>\n`,
};

export const FORMATS = { txt, html };

/** Writes a transcript as text, in pieces that are each quickly made. */
export async function* writeTranscript(
  { begin, message, end }: TranscriptFormat,
  { messages, ...head }: TranscriptHead & { messages: Parts<MessageView> },
): AsyncGenerator<string> {
  const at = timesOf(head);
  let isEmpty = true;
  yield begin(head);
  for await (const part of messages) {
    for (const one of part) yield message(head, one, at(one));
    isEmpty &&= part.length === 0;
  }
  yield end(head, isEmpty);
}

export async function transcriptText({ messages, ...head }: Transcript): Promise<string> {
  const parts = (async function* () {
    yield messages;
  })();
  let text = '';
  for await (const piece of inPieces(writeTranscript(txt, { ...head, messages: parts }))) {
    text += piece;
  }
  return text;
}

/** The relay's own lines may begin with a name, which says nothing about their direction. */
const directionOfContent = ({ sender }: MessageView): string =>
  sender.kind === 'system' ? '' : ' dir="auto"';

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

const titleOf = (head: TranscriptHead): string =>
  say(head[VOICE], 'transcriptTitle', { tenant: head.tenant_name });

function notesOf({ [VOICE]: voice, timezone, is_whole }: TranscriptHead): string[] {
  const times = say(voice, 'transcriptTimes', { timezone });
  return is_whole ? [times] : [times, say(voice, 'transcriptCut')];
}

const SENDERS = {
  visitor: 'transcriptVisitor',
  bot: 'botName',
  agent: 'transcriptAgent',
} as const;

function senderOf(
  { [VOICE]: voice, tenant_name }: TranscriptHead,
  { sender }: MessageView,
): string {
  if (sender.kind === 'system') return oneLine(tenant_name);
  return oneLine(sender.display_name ?? say(voice, SENDERS[sender.kind]));
}

function contentOf({ [VOICE]: voice }: TranscriptHead, { content, removed }: MessageView): string {
  return removed ? say(voice, 'transcriptRemoved') : content;
}

/** Lines after the text: the names of files, and the documents that the bot quotes. */
function addedTo({ [VOICE]: voice }: TranscriptHead, message: MessageView): string[] {
  const { attachments = [], sources = [] } = message;
  return [
    ...attachments.map(({ name }) => oneLine(say(voice, 'transcriptFile', { name }))),
    ...sources.map(({ title, url }) =>
      oneLine(say(voice, 'transcriptSource', { title: url === null ? title : `${title} ${url}` })),
    ),
  ];
}

/**
 * Indents the lines of a text. In a language that is written from right to left, lines in another script are isolated,
 * so that their punctuation stays at their side (UAX #9).
 */
function linesOf({ locale }: TranscriptHead, text: string): string[] {
  const [before, after] = directionOf(locale) === 'rtl' ? ['    \u2068', '\u2069'] : ['    ', ''];
  return text.split(/\r\n|[\n\r\u0085\u2028\u2029]/u).map((line) => `${before}${line}${after}`);
}

function timesOf({ [VOICE]: voice, timezone }: TranscriptHead): (message: MessageView) => string {
  const format = new Intl.DateTimeFormat(dateLocaleOf(voice), {
    timeZone: timezone,
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return ({ created_at }) => format.format(Date.parse(created_at));
}

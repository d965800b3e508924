import type { MessageView } from '@chat-relay/widget-sdk/frames';
import { escapeHtml, oneLine } from '../../platform/mail/message';
import type { Transcript } from './transcript';
import { WORDS } from './words';

const LANGUAGE_TAGS = { fr: 'fr-FR', en: 'en-GB' } as const;

/** Lines of a message are indented: no message can look like another one. */
export function transcriptText(transcript: Transcript): string {
  const words = WORDS[transcript.locale];
  const at = timesOf(transcript);
  return `${[
    words.title(transcript.tenant_name),
    words.times(transcript.timezone),
    ...(transcript.is_whole ? [] : [words.isCut]),
    '',
    ...transcript.messages.flatMap((message) => [
      `[${at(message)}] ${senderOf(transcript, message)}`,
      ...linesOf(contentOf(transcript, message)),
      ...addedTo(transcript, message).flatMap(linesOf),
      '',
    ]),
    ...(transcript.messages.length === 0 ? [words.empty] : []),
  ].join('\n')}\n`;
}

/** A page without scripts, links or anything that is fetched. */
export function transcriptHtml(transcript: Transcript): string {
  const words = WORDS[transcript.locale];
  const at = timesOf(transcript);
  const title = escapeHtml(words.title(transcript.tenant_name));
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  return `${[
    `<!doctype html><html lang="${transcript.locale}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${title}</title>`,
    '<style>body{font-family:sans-serif;line-height:1.5;max-width:45em;margin:1em auto;padding:0 1em}',
    'div{white-space:pre-wrap;overflow-wrap:anywhere}</style></head><body>',
    `<h1>${title}</h1>`,
    paragraph(words.times(transcript.timezone)),
    ...(transcript.is_whole ? [] : [paragraph(words.isCut)]),
    ...transcript.messages.flatMap((message) => [
      `<p><b>${escapeHtml(senderOf(transcript, message))}</b>`,
      `<time datetime="${message.created_at}">${escapeHtml(at(message))}</time></p>`,
      `<div dir="auto">${escapeHtml(contentOf(transcript, message))}</div>`,
      ...addedTo(transcript, message).map((line) => `<div>${escapeHtml(line)}</div>`),
    ]),
    ...(transcript.messages.length === 0 ? [paragraph(words.empty)] : []),
    '</body></html>',
  ].join('\n')}\n`;
}

function senderOf({ locale, tenant_name }: Transcript, { sender }: MessageView): string {
  if (sender.kind === 'system') return oneLine(tenant_name);
  return oneLine(sender.display_name ?? WORDS[locale].senders[sender.kind]);
}

function contentOf({ locale }: Transcript, { content, removed }: MessageView): string {
  return removed ? WORDS[locale].removed : content;
}

/** Files by their names, and what the bot quotes. */
function addedTo({ locale }: Transcript, message: MessageView): string[] {
  const { attachments = [], sources = [] } = message;
  const { file, source } = WORDS[locale];
  return [
    ...attachments.map(({ name }) => oneLine(`${file}: ${name}`)),
    ...sources.map(({ title, url }) =>
      oneLine(`${source}: ${title}${url === null ? '' : ` ${url}`}`),
    ),
  ];
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\r\u0085\u2028\u2029]/u).map((line) => `    ${line}`);
}

function timesOf({ locale, timezone }: Transcript): (message: MessageView) => string {
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return ({ created_at }) => format.format(Date.parse(created_at));
}

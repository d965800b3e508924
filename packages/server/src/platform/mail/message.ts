import type { MailKind } from './kinds';

/** A mail that is ready to be sent to any recipient. */
export interface MailMessage {
  kind: MailKind;
  subject: string;
  text: string;
  html: string;
  /** Headers in addition to the usual ones, such as `List-Unsubscribe`. */
  headers?: Record<string, string>;
  /** A permanent refusal by the mail server ends it: trying again would be a nuisance. */
  isOverWhenRefused?: true;
}

/** The text in one language. Lines are plain text: `compose` escapes names that people chose. */
export interface Wording {
  subject: string;
  lines: string[];
}

/**
 * The language of a mailbox's owner is unknown, so each mail has both: French, the default of the service, then
 * English.
 */
export function compose(
  kind: MailKind,
  wording: { fr: Wording; en: Wording },
  highlight: string | null = null,
): MailMessage {
  const parts = [wording.fr, wording.en];
  const shown = highlight === null ? [] : [highlight];
  return {
    kind,
    subject: oneLine(parts.map(({ subject }) => subject).join(' / ')),
    text: [...shown, ...parts.map(({ lines }) => lines.join('\n'))].join('\n\n') + '\n',
    html: [
      '<!doctype html><html><body style="font-family:sans-serif;line-height:1.5">',
      ...shown.map((line) => `<p style="font-size:1.5em"><strong>${escapeHtml(line)}</strong></p>`),
      ...wrap('fr', wording.fr),
      '<hr>',
      ...wrap('en', wording.en),
      '</body></html>',
    ].join('\n'),
  };
}

function wrap(lang: string, { lines }: Wording): string[] {
  return [`<div lang="${lang}">`, ...lines.map((line) => `<p>${htmlOf(line)}</p>`), '</div>'];
}

/** Makes a link of a line that is one of the relay's own addresses, and of no other text. */
function htmlOf(line: string): string {
  const text = escapeHtml(line);
  return /^https?:\/\/\S+$/.test(line) ? `<a href="${text}">${text}</a>` : text;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** A line break in a header would begin another header. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/gu, ' ');
}

const MAX_NAME = 80;

/**
 * Mail programs turn these into links: an address with a scheme, or a label, a dot and a label of two or more
 * letters without a space between.
 */
const LINK_LIKE = /:\/\/|www\.|@|[^\s.。][.。][\p{L}\p{M}]{2}|\d\.\d+\.\d+\.\d/iu;

/** Makes a name safe for a mail to another person: one that looks like a link becomes `otherwise`. */
export function safeName(name: string, otherwise: string): string {
  const plain = oneLine(name).trim().slice(0, MAX_NAME);
  return seenIn(plain).trim() === '' || looksLikeLink(plain) ? otherwise : plain;
}

/** Whether a mail program would turn the text into a link. */
export const looksLikeLink = (text: string): boolean => LINK_LIKE.test(seenIn(text));

/** The text as people see it: compatibility forms of the dot become dots, and invisible characters go. */
const seenIn = (text: string): string =>
  text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');

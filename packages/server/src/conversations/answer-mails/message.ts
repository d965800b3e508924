import type { Locale } from '../../platform/locale';
import { escapeHtml, oneLine, safeName, type MailMessage } from '../../platform/mail/message';
import { ANSWER_WORDS } from './words';

/** All that is in it: the address may be a third person's, so nothing that a visitor gave is. */
export interface AnswerMail {
  locale: Locale;
  tenantName: string;
  operatorName: string;
  /** What operators wrote, message by message. */
  answers: readonly string[];
  link: string;
  stopLink: string;
}

const MAX_ANSWERS = 5;
const MAX_CHARS = 8_000;

export function answerMail(mail: AnswerMail): MailMessage {
  const { locale, link, stopLink } = mail;
  const words = ANSWER_WORDS[locale];
  const tenantName = safeName(mail.tenantName, words.someTenant);
  const operatorName = safeName(mail.operatorName, words.someOperator);
  const { answers, isCut } = shorten(mail.answers);
  const intro = words.intro(operatorName, tenantName);
  const rest = isCut ? [words.isCut] : [];
  const why = words.why(tenantName);
  return {
    kind: 'answer',
    subject: oneLine(words.subject(tenantName)),
    text: `${[intro, ...answers, ...rest, words.link, link, words.notRead, why, stopLink].join('\n\n')}\n`,
    html: htmlPage(locale, [
      paragraph(intro),
      ...answers.map(
        (answer) =>
          `<blockquote style="white-space:pre-wrap" dir="auto">${escapeHtml(answer)}</blockquote>`,
      ),
      ...rest.map(paragraph),
      paragraph(words.link),
      anchor(link),
      paragraph(words.notRead),
      '<hr>',
      paragraph(why),
      anchor(stopLink),
    ]),
    headers: stopHeaders(stopLink),
    isOverWhenRefused: true,
  };
}

/** A mail's HTML. @param parts HTML, with what people wrote escaped */
export function htmlPage(locale: Locale, parts: readonly string[]): string {
  return [
    `<!doctype html><html lang="${locale}"><body style="font-family:sans-serif;line-height:1.5">`,
    ...parts,
    '</body></html>',
  ].join('\n');
}

/** With these, mail programs show a button that stops the mails in one click (RFC 8058). */
export function stopHeaders(stopLink: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${stopLink}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function shorten(written: readonly string[]): { answers: string[]; isCut: boolean } {
  const answers: string[] = [];
  let chars = 0;
  for (const answer of written.slice(0, MAX_ANSWERS)) {
    chars += answer.length;
    if (chars > MAX_CHARS) break;
    answers.push(answer);
  }
  return { answers, isCut: answers.length < written.length };
}

export function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

export function anchor(address: string): string {
  const text = escapeHtml(address);
  return `<p><a href="${text}">${text}</a></p>`;
}

import type { Locale } from '../../platform/locale';
import { escapeHtml, oneLine, safeName, type MailMessage } from '../../platform/mail/message';
import { ANSWER_WORDS } from './words';

export interface AnswerMail {
  locale: Locale;
  tenantName: string;
  operatorName: string;
  /** What the operator wrote, message by message. Never what the visitor wrote. */
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
    subject: oneLine(words.subject(tenantName)),
    text: `${[intro, ...answers, ...rest, words.link, link, words.notRead, why, stopLink].join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${locale}"><body style="font-family:sans-serif;line-height:1.5">`,
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
      '</body></html>',
    ].join('\n'),
    headers: stopHeaders(stopLink),
    isOverWhenRefused: true,
  };
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

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function anchor(address: string): string {
  const text = escapeHtml(address);
  return `<p><a href="${text}">${text}</a></p>`;
}

import { directionOf, type Language } from '@chat-relay/widget-sdk/languages';
import { escapeHtml, oneLine, safeName, type MailMessage } from '../../platform/mail/message';
import { say, withoutLinks, type Voice } from '../../tenants/texts/voice';

/** Contents of the mail. The address may belong to a third person, so nothing that a visitor entered is included. */
export interface AnswerMail {
  voice: Voice;
  tenantName: string;
  operatorName: string;
  answers: readonly string[];
  link: string;
  stopLink: string;
}

const MAX_ANSWERS = 5;
const MAX_CHARS = 8_000;

export function answerMail(mail: AnswerMail): MailMessage {
  const { link, stopLink } = mail;
  const voice = withoutLinks(mail.voice);
  const tenant = safeName(mail.tenantName, say(voice, 'someTenant'));
  const operator = safeName(mail.operatorName, say(voice, 'someOperator'));
  const { answers, isCut } = shorten(mail.answers);
  const intro = say(voice, 'answerIntro', { operator, tenant });
  const rest = isCut ? [say(voice, 'answerCut')] : [];
  const why = say(voice, 'answerWhy', { tenant });
  const howTo = say(voice, 'answerLink');
  const notRead = say(voice, 'mailNotRead');
  return {
    kind: 'answer',
    subject: oneLine(say(voice, 'answerSubject', { tenant })),
    text: `${[intro, ...answers, ...rest, howTo, link, notRead, why, stopLink].join('\n\n')}\n`,
    html: htmlPage(voice.language, [
      paragraph(intro),
      ...answers.map(
        (answer) =>
          `<blockquote style="white-space:pre-wrap" dir="auto">${escapeHtml(answer)}</blockquote>`,
      ),
      ...rest.map(paragraph),
      paragraph(howTo),
      anchor(link),
      paragraph(notRead),
      '<hr>',
      paragraph(why),
      anchor(stopLink),
    ]),
    headers: stopHeaders(stopLink),
    isOverWhenRefused: true,
  };
}

/** @param parts HTML in which text that people wrote is escaped */
export function htmlPage(language: Language, parts: readonly string[]): string {
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><body style="font-family:sans-serif;line-height:1.5;overflow-wrap:anywhere">`,
    ...parts,
    '</body></html>',
  ].join('\n');
}

/** Headers with which mail programs show a button that stops the mails in one click (RFC 8058). */
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

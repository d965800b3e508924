import type { Locale } from '../../platform/locale';
import { oneLine, safeName, type MailMessage } from '../../platform/mail/message';
import { anchor, htmlPage, paragraph, stopHeaders } from '../answer-mails/message';

/** All that is in it: the address may be a third person's, so nothing that a visitor gave is. */
export interface ProofMail {
  locale: Locale;
  tenantName: string;
  link: string;
  stopLink: string;
}

interface ProofWords {
  someTenant: string;
  subject(tenantName: string): string;
  intro(tenantName: string): string;
  link: string;
  notRead: string;
  why: string;
}

const WORDS: Record<Locale, ProofWords> = {
  fr: {
    someTenant: 'notre équipe',
    subject: (tenantName) => `Confirmez votre adresse pour ${tenantName}`,
    intro: (tenantName) =>
      `Quelqu’un a demandé à recevoir ici une conversation avec ${tenantName}. Si c’est vous, confirmez que cette adresse est la vôtre : vous pourrez ensuite recevoir la conversation par e-mail.`,
    link: 'Ouvrez ce lien et touchez le bouton. Il fonctionne une seule fois, pendant 7 jours, et ouvre toute la conversation : ne le transmettez à personne.',
    notRead: 'Les réponses à cet e-mail ne sont pas lues.',
    why: 'Si ce n’est pas vous, n’ouvrez pas le lien. Pour ne plus recevoir d’e-mail :',
  },
  en: {
    someTenant: 'our team',
    subject: (tenantName) => `Confirm your address for ${tenantName}`,
    intro: (tenantName) =>
      `Someone asked to receive a conversation with ${tenantName} here. If it was you, confirm that this address is yours: you can then have the conversation sent by e-mail.`,
    link: 'Open this link and press the button. It works once, for 7 days, and opens the whole conversation: do not pass it on.',
    notRead: 'Replies to this e-mail are not read.',
    why: 'If it was not you, do not open the link. To receive no more e-mails:',
  },
};

/** Asks the owner of a mailbox to confirm the address, before a conversation goes there. */
export function proofMail({ locale, tenantName, link, stopLink }: ProofMail): MailMessage {
  const words = WORDS[locale];
  const name = safeName(tenantName, words.someTenant);
  const intro = words.intro(name);
  return {
    kind: 'address_proof',
    subject: oneLine(words.subject(name)),
    text: `${[intro, words.link, link, words.notRead, words.why, stopLink].join('\n\n')}\n`,
    html: htmlPage(locale, [
      paragraph(intro),
      paragraph(words.link),
      anchor(link),
      paragraph(words.notRead),
      '<hr>',
      paragraph(words.why),
      anchor(stopLink),
    ]),
    headers: stopHeaders(stopLink),
    isOverWhenRefused: true,
  };
}

import type { Locale } from '../../platform/locale';

interface AnswerWords {
  someOperator: string;
  someTenant: string;
  subject(tenantName: string): string;
  intro(operatorName: string, tenantName: string): string;
  isCut: string;
  link: string;
  notRead: string;
  why(tenantName: string): string;
}

/** What a mail with an operator's answer says around it. */
export const ANSWER_WORDS: Record<Locale, AnswerWords> = {
  fr: {
    someOperator: 'Un conseiller',
    someTenant: 'notre équipe',
    subject: (tenantName) => `Une réponse de ${tenantName}`,
    intro: (operatorName, tenantName) => `${operatorName} vous a répondu, pour ${tenantName} :`,
    isCut: '(La suite est dans la conversation.)',
    link: 'Pour continuer, ouvrez ce lien. Il fonctionne une seule fois, pendant 7 jours, et ouvre toute la conversation : ne le transmettez à personne.',
    notRead: 'Les réponses à cet e-mail ne sont pas lues.',
    why: (tenantName) =>
      `Cette adresse a été laissée dans une conversation avec ${tenantName}. Si ce n’est pas par vous, ou pour ne plus recevoir d’e-mail :`,
  },
  en: {
    someOperator: 'An advisor',
    someTenant: 'our team',
    subject: (tenantName) => `An answer from ${tenantName}`,
    intro: (operatorName, tenantName) => `${operatorName} has answered you, for ${tenantName}:`,
    isCut: '(The rest is in the conversation.)',
    link: 'To continue, open this link. It works once, for 7 days, and opens the whole conversation: do not pass it on.',
    notRead: 'Replies to this e-mail are not read.',
    why: (tenantName) =>
      `This address was left in a conversation with ${tenantName}. If it was not you, or to receive no more e-mails:`,
  },
};

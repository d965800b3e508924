import type { SenderKind } from '@chat-relay/widget-sdk/frames';
import type { Locale } from '../../platform/locale';

/** What a transcript says itself, in its reader's language. */
export interface TranscriptWords {
  title(tenantName: string): string;
  times(timezone: string): string;
  empty: string;
  isCut: string;
  source: string;
  file: string;
  /** In place of a message that was removed. */
  removed: string;
  senders: Record<Exclude<SenderKind, 'system'>, string>;
  /** The mail around it. */
  subject(tenantName: string): string;
  /** For a name that looks like a link. */
  someTenant: string;
  mailLines: string[];
  stop: string;
}

export const WORDS: Record<Locale, TranscriptWords> = {
  fr: {
    title: (tenantName) => `Conversation avec ${tenantName}`,
    times: (timezone) => `Les heures sont celles de ${timezone}.`,
    empty: 'Il n’y a pas encore de message.',
    isCut: 'Les messages plus anciens ne sont pas dans cette copie.',
    source: 'Source',
    file: 'Fichier',
    removed: '(Message retiré)',
    senders: { visitor: 'Vous', bot: 'Assistant automatique', agent: 'Conseiller' },
    subject: (tenantName) => `Votre conversation avec ${tenantName}`,
    someTenant: 'notre équipe',
    mailLines: [
      'Voici la copie de votre conversation, demandée depuis la page où elle a eu lieu.',
      'Les réponses à cet e-mail ne sont pas lues : pour continuer, écrivez dans la conversation.',
    ],
    stop: 'Pour ne plus recevoir d’e-mail de ces conversations :',
  },
  en: {
    title: (tenantName) => `Conversation with ${tenantName}`,
    times: (timezone) => `Times are those of ${timezone}.`,
    empty: 'There is no message yet.',
    isCut: 'Earlier messages are not in this copy.',
    source: 'Source',
    file: 'File',
    removed: '(Message removed)',
    senders: { visitor: 'You', bot: 'Automated assistant', agent: 'Advisor' },
    subject: (tenantName) => `Your conversation with ${tenantName}`,
    someTenant: 'our team',
    mailLines: [
      'Here is the copy of your conversation, requested from the page where it took place.',
      'Replies to this e-mail are not read: to continue, write in the conversation.',
    ],
    stop: 'To receive no more e-mails about these conversations:',
  },
};

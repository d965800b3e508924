import type { Locale } from '../../platform/locale';

/** The data of each line. */
export interface SystemLineParams {
  waiting: [];
  /** `nextOpenAt`: when an operator will be available, in ms since the epoch; null if unknown. */
  waiting_offline: [{ nextOpenAt: number | null; timezone: string }];
  joined: [{ name: string }];
  left: [];
  transferred: [{ name: string }];
  resolved: [];
  bot_unavailable: [];
}

export type SystemLineKey = keyof SystemLineParams;

/** A line that tells the visitor what is happening. */
export function systemLine<Key extends SystemLineKey>(
  key: Key,
  locale: Locale,
  ...params: SystemLineParams[Key]
): string {
  return LINES[locale][key](...params);
}

type Lines = { [Key in SystemLineKey]: (...params: SystemLineParams[Key]) => string };

const LINES: Record<Locale, Lines> = {
  fr: {
    waiting: () => 'Un conseiller va vous répondre. Merci de patienter un instant.',
    waiting_offline: ({ nextOpenAt, timezone }) =>
      nextOpenAt === null
        ? 'Personne n’est disponible pour le moment. Laissez-nous votre message : nous vous répondrons dès que possible.'
        : `Personne n’est disponible pour le moment. Un conseiller vous répondra à partir du ${moment('fr-FR', nextOpenAt, timezone)}. Vous pouvez déjà nous laisser votre message.`,
    joined: ({ name }) => `${name} a rejoint la conversation.`,
    left: () =>
      'Votre conseiller a quitté la conversation. Un autre conseiller va prendre le relais.',
    transferred: ({ name }) => `La conversation a été transférée à ${name}.`,
    resolved: () =>
      'Cette conversation est terminée. N’hésitez pas à nous écrire à nouveau si besoin.',
    bot_unavailable: () =>
      'Notre assistant automatique n’est pas disponible pour le moment. Nous vous mettons en relation avec un conseiller.',
  },
  en: {
    waiting: () => 'An advisor will be with you shortly. Thank you for your patience.',
    waiting_offline: ({ nextOpenAt, timezone }) =>
      nextOpenAt === null
        ? 'No one is available right now. Leave us your message and we will get back to you as soon as possible.'
        : `No one is available right now. An advisor will reply from ${moment('en-GB', nextOpenAt, timezone)}. You can already leave us your message.`,
    joined: ({ name }) => `${name} has joined the conversation.`,
    left: () => 'Your advisor has left the conversation. Another advisor will take over.',
    transferred: ({ name }) => `The conversation has been transferred to ${name}.`,
    resolved: () => 'This conversation is closed. Feel free to write again if you need anything.',
    bot_unavailable: () =>
      'Our automatic assistant is not available right now. We are putting you through to an advisor.',
  },
};

/** Names the zone too: the visitor's may differ from the shop's. */
function moment(language: string, ms: number, timezone: string): string {
  return new Intl.DateTimeFormat(language, {
    timeZone: timezone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(ms);
}

import type { ChatErrorCode, ChatMessage, Snapshot } from '@chat-relay/widget-sdk';

/** One line that says who is there and whether words get through. */
export function describeStatus({ status, conversation, config, reason }: Snapshot): string {
  if (status === 'reconnecting') return 'Connexion interrompue, nouvelle tentative…';
  if (status === 'connecting') return 'Connexion…';
  if (status === 'stopped') return `Le chat est arrêté (${reason ?? 'raison inconnue'}).`;
  switch (conversation?.status) {
    case 'WAITING':
      return conversation.queuePosition === null
        ? 'Vous êtes dans la file d’attente.'
        : `Vous êtes dans la file d’attente (position ${conversation.queuePosition}).`;
    case 'ASSIGNED':
      return `Vous parlez avec ${conversation.operatorDisplayName ?? 'un conseiller'}.`;
    case 'RESOLVED':
      return 'Conversation terminée. Écrivez pour la rouvrir.';
    case 'BOT':
      return 'Notre assistant vous répond.';
    case undefined:
      return config?.greeting ?? 'Écrivez-nous, nous répondons ici.';
  }
}

export function describeTyping({ typing, conversation }: Snapshot): string {
  if (typing === 'bot') return 'L’assistant écrit…';
  if (typing !== 'agent') return '';
  return `${conversation?.operatorDisplayName ?? 'Le conseiller'} écrit…`;
}

export function describeSender({ sender, state }: ChatMessage): string {
  switch (sender.kind) {
    case 'visitor':
      return {
        sent: 'Vous',
        queued: 'Vous · en attente',
        sending: 'Vous · envoi…',
        failed: 'Vous · non envoyé',
      }[state];
    case 'bot':
      return sender.displayName ?? 'Assistant';
    case 'agent':
      return sender.displayName ?? 'Conseiller';
    case 'system':
      return '';
  }
}

export function describeFailure(code: ChatErrorCode): string {
  switch (code) {
    case 'content_too_long':
      return 'Ce message est trop long : il n’a pas été envoyé.';
    case 'outbox_full':
      return 'Trop de messages attendent déjà : celui-ci n’a pas été envoyé.';
    default:
      return `Cela n’a pas abouti (${code}).`;
  }
}

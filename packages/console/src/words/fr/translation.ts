/** Words for the translation of messages and drafts by the site's model. */
export const translation = {
  messages: (count: number) =>
    count === 1 ? 'Traduire le message' : `Traduire les ${count} messages`,
  done: (count: number) => (count === 1 ? 'Un message traduit.' : `${count} messages traduits.`),
  label: 'Traduction automatique',
  draft: (language: string) => `Traduire votre réponse (${language})`,
  busy: 'Traduction en cours…',
  nothingToTranslate: 'Écrivez d’abord une réponse.',
  into: (language: string) =>
    `Traduction automatique (${language}). Relisez-la avant de l’envoyer. Votre texte :`,
  check: 'Votre réponse est traduite. Relisez-la avant de l’envoyer.',
  takeBack: 'Revenir à mon texte',
  failures: {
    translation_off: 'La traduction est désactivée pour ce site.',
    down: 'Pas de traduction : le modèle est injoignable pour le moment.',
    timeout: 'Pas de traduction : le modèle a mis trop longtemps.',
    unreachable: 'Pas de traduction : le modèle est injoignable.',
    refused: 'Pas de traduction : le modèle a refusé la demande.',
    broken: 'Pas de traduction : la réponse du modèle est incomplète.',
    too_long: 'Pas de traduction : le modèle a renvoyé autre chose.',
    tokens_used_up: 'Pas de traduction : les jetons du jour sont épuisés.',
    foreign_address:
      'Traduction refusée : elle contient une adresse qui n’est pas dans votre texte.',
  },
  setting: 'Traduction pour les opérateurs',
  settingHint:
    'À la demande d’un opérateur, le message du visiteur ou la réponse est envoyé au modèle. Compte dans les jetons du jour.',
};

/** Explains why the bot did not answer, and what can be done about it. */
export const handOvers = {
  matched: (matched: string, needed: string) =>
    `Le passage le plus proche atteint ${matched} sur ${needed} nécessaires.`,
  matchedEnough: (matched: string, needed: string) =>
    `Le passage le plus proche atteint ${matched} sur ${needed} nécessaires, mais aucune réponse n’en est sortie.`,
  nothingClose: 'Aucun passage ne s’approche de la question.',
  answersNow: 'Le bot a passé la main. Il répondrait maintenant à la question.',
  asked: 'Question transmise :',
  closest: 'Passage le plus proche',
  addToFaq: 'Ajouter à la FAQ',
  edit: { knowledge: 'Modifier le document', faq: 'Modifier l’entrée de la FAQ' },
  lower: 'Baisser le minimum…',
  minimumTitle: 'Confiance minimale',
  minimumLead:
    'Déplacez le curseur pour voir à quelles questions, parmi les dernières transmises, le bot répondrait.',
  nothingHandedOver: 'Le bot n’a transmis aucune question faute de confiance.',
  wouldAnswer: (count: number, of: number) =>
    count === 0
      ? `Dernières questions transmises : ${of}. Aucune réponse en plus.`
      : `Dernières questions transmises : ${of}. Réponses en plus : ${count}. Vérifiez qu’elles conviennent.`,
  lookedAt: (count: number) => `Le temps n’a suffi que pour ${count} questions.`,
  answeredNow: (count: number) => `Déjà répondues maintenant : ${count}.`,
  counting: 'Calcul en cours…',
  newlyAnswered: 'Questions auxquelles il répondrait',
};

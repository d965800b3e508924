/** The relay's own texts for visitors. Names in braces are placeholders. */
export const fr = {
  lineWaiting: 'Un conseiller va vous répondre. Merci de patienter un instant.',
  lineWaitingOffline:
    'Personne n’est disponible pour le moment. Laissez-nous votre message : nous vous répondrons dès que possible.',
  lineWaitingFrom:
    'Personne n’est disponible pour le moment. Un conseiller vous répondra à partir du {moment}. Vous pouvez déjà nous laisser votre message.',
  lineJoined: '{name} a rejoint la conversation.',
  lineLeft: 'Votre conseiller a quitté la conversation. Un autre conseiller va prendre le relais.',
  lineTransferred: 'La conversation a été transférée à {name}.',
  lineResolved: 'Cette conversation est terminée. N’hésitez pas à nous écrire à nouveau si besoin.',
  lineBotUnavailable:
    'Notre assistant automatique n’est pas disponible pour le moment. Nous vous mettons en relation avec un conseiller.',
  botName: 'Assistant automatique',
  botSentence: 'Vous échangez avec un assistant automatique.',
  someOperator: 'Un conseiller',
  someTenant: 'notre équipe',
  mailStop: 'Pour ne plus recevoir d’e-mail de ces conversations :',
  mailNotRead: 'Les réponses à cet e-mail ne sont pas lues.',
  transcriptTitle: 'Conversation avec {tenant}',
  transcriptTimes: 'Fuseau horaire : {timezone}',
  transcriptEmpty: 'Il n’y a pas encore de message.',
  transcriptCut: 'Les messages plus anciens ne sont pas dans cette copie.',
  transcriptSource: 'Source : {title}',
  transcriptFile: 'Fichier : {name}',
  transcriptRemoved: '(Message retiré)',
  transcriptVisitor: 'Vous',
  transcriptAgent: 'Conseiller',
  transcriptSubject: 'Votre conversation avec {tenant}',
  transcriptIntro:
    'Voici la copie de votre conversation, demandée depuis la page où elle a eu lieu.',
  transcriptNotRead:
    'Les réponses à cet e-mail ne sont pas lues : pour continuer, écrivez dans la conversation.',
  answerSubject: '{tenant} vous a répondu',
  answerIntro: '{operator} ({tenant}) vous a répondu :',
  answerCut: '(La suite est dans la conversation.)',
  answerLink:
    'Pour continuer, ouvrez ce lien. Il fonctionne une seule fois, dans les 7 jours, et ouvre toute la conversation : ne le transmettez à personne.',
  answerWhy:
    'Cette adresse a été laissée dans une conversation avec {tenant}. Si ce n’était pas vous, ou pour ne plus recevoir d’e-mail :',
  proofSubject: 'Confirmez votre adresse pour {tenant}',
  proofIntro:
    'Quelqu’un a demandé à recevoir ici une conversation avec {tenant}. Si c’est vous, confirmez que cette adresse est la vôtre : vous pourrez ensuite recevoir la conversation par e-mail.',
  proofLink:
    'Ouvrez ce lien et touchez le bouton. Il fonctionne une seule fois, dans les 7 jours, et ouvre toute la conversation : ne le transmettez à personne.',
  proofWhy: 'Si ce n’était pas vous, n’ouvrez pas le lien. Pour ne plus recevoir d’e-mail :',
  stopQuestion: 'Ne plus recevoir d’e-mail de ces conversations ?',
  stopButton: 'Ne plus recevoir d’e-mail',
  stopDone: 'C’est fait : plus aucun e-mail ne sera envoyé.',
  stopTitle: 'Vos e-mails',
};

export type Lines = Record<keyof typeof fr, string>;

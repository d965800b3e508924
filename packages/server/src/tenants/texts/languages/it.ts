import type { Lines } from './fr';

export const it: Lines = {
  lineWaiting: 'Un consulente le risponderà a breve. Grazie per la pazienza.',
  lineWaitingOffline:
    'Al momento non c’è nessuno disponibile. Ci lasci un messaggio: le risponderemo il prima possibile.',
  lineWaitingFrom:
    'Al momento non c’è nessuno disponibile. Un consulente le risponderà a partire da {moment}. Può già lasciarci un messaggio.',
  lineJoined: '{name} si è unito alla conversazione.',
  lineLeft:
    'Il suo consulente ha lasciato la conversazione. Un altro consulente prenderà il suo posto.',
  lineTransferred: 'La conversazione è stata trasferita a {name}.',
  lineResolved: 'Questa conversazione è terminata. Ci scriva di nuovo in qualsiasi momento.',
  lineBotUnavailable:
    'Il nostro assistente automatico non è disponibile al momento. La mettiamo in contatto con un consulente.',
  botName: 'Assistente automatico',
  botSentence: 'Sta conversando con un assistente automatico.',
  someOperator: 'Un consulente',
  someTenant: 'il nostro team',
  mailStop: 'Per non ricevere più e-mail su queste conversazioni:',
  mailNotRead: 'Le risposte a questa e-mail non vengono lette.',
  transcriptTitle: 'Conversazione con {tenant}',
  transcriptTimes: 'Fuso orario: {timezone}',
  transcriptEmpty: 'Non ci sono ancora messaggi.',
  transcriptCut: 'I messaggi precedenti non sono inclusi in questa copia.',
  transcriptSource: 'Fonte: {title}',
  transcriptFile: 'File allegato: {name}',
  transcriptRemoved: '(Messaggio rimosso)',
  transcriptVisitor: 'Lei',
  transcriptAgent: 'Consulente',
  transcriptSubject: 'La sua conversazione con {tenant}',
  transcriptIntro:
    'Ecco la copia della sua conversazione, richiesta dalla pagina in cui si è svolta.',
  transcriptNotRead:
    'Le risposte a questa e-mail non vengono lette: per continuare, scriva nella conversazione.',
  answerSubject: '{tenant} le ha risposto',
  answerIntro: '{operator} ({tenant}) le ha risposto:',
  answerCut: '(Il resto è nella conversazione.)',
  answerLink:
    'Per continuare, apra questo link. Funziona una sola volta, entro 7 giorni, e apre l’intera conversazione: non lo condivida con nessuno.',
  answerWhy:
    'Questo indirizzo è stato lasciato in una conversazione con {tenant}. Se non è stato lei, o per non ricevere più e-mail:',
  proofSubject: 'Confermi il suo indirizzo per {tenant}',
  proofIntro:
    'Qualcuno ha chiesto di ricevere qui una conversazione con {tenant}. Se è stato lei, confermi che questo indirizzo è suo: potrà poi ricevere la conversazione per e-mail.',
  proofLink:
    'Apra questo link e prema il pulsante. Funziona una sola volta, entro 7 giorni, e apre l’intera conversazione: non lo condivida con nessuno.',
  proofWhy: 'Se non è stato lei, non apra il link. Per non ricevere più e-mail:',
  stopQuestion: 'Non vuole più ricevere e-mail su queste conversazioni?',
  stopButton: 'Non ricevere più e-mail',
  stopDone: 'Fatto: non verranno inviate altre e-mail.',
  stopTitle: 'Le sue e-mail',
};

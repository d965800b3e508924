import type { Lines } from './fr';

export const pt: Lines = {
  lineWaiting: 'Um consultor irá responder-lhe em breve. Obrigado pela sua paciência.',
  lineWaitingOffline:
    'De momento não está ninguém disponível. Deixe-nos a sua mensagem e responderemos assim que possível.',
  lineWaitingFrom:
    'De momento não está ninguém disponível. Um consultor irá responder-lhe a partir de {moment}. Pode deixar-nos já a sua mensagem.',
  lineJoined: '{name} entrou na conversa.',
  lineLeft: 'O seu consultor saiu da conversa. Outro consultor irá continuar.',
  lineTransferred: 'A conversa foi transferida para {name}.',
  lineResolved: 'Esta conversa terminou. Se precisar, não hesite em escrever-nos novamente.',
  lineBotUnavailable:
    'O nosso assistente automático não está disponível de momento. Vamos pô-lo em contacto com um consultor.',
  botName: 'Assistente automático',
  botSentence: 'Está a conversar com um assistente automático.',
  someOperator: 'Um consultor',
  someTenant: 'a nossa equipa',
  mailStop: 'Para deixar de receber e-mails sobre estas conversas:',
  mailNotRead: 'As respostas a este e-mail não são lidas.',
  transcriptTitle: 'Conversa com {tenant}',
  transcriptTimes: 'Fuso horário: {timezone}',
  transcriptEmpty: 'Ainda não há mensagens.',
  transcriptCut: 'As mensagens anteriores não estão nesta cópia.',
  transcriptSource: 'Fonte: {title}',
  transcriptFile: 'Ficheiro: {name}',
  transcriptRemoved: '(Mensagem removida)',
  transcriptVisitor: 'Você',
  transcriptAgent: 'Consultor',
  transcriptSubject: 'A sua conversa com {tenant}',
  transcriptIntro: 'Aqui está a cópia da sua conversa, pedida na página em que decorreu.',
  transcriptNotRead:
    'As respostas a este e-mail não são lidas: para continuar, escreva na conversa.',
  answerSubject: '{tenant} respondeu-lhe',
  answerIntro: '{operator} ({tenant}) respondeu-lhe:',
  answerCut: '(O resto está na conversa.)',
  answerLink:
    'Para continuar, abra esta ligação. Funciona uma única vez, no prazo de 7 dias, e abre toda a conversa: não a partilhe com ninguém.',
  answerWhy:
    'Este endereço foi deixado numa conversa com {tenant}. Se não foi por si, ou para deixar de receber e-mails:',
  proofSubject: 'Confirme o seu endereço para {tenant}',
  proofIntro:
    'Alguém pediu para receber aqui uma conversa com {tenant}. Se foi o seu caso, confirme que este endereço lhe pertence: poderá depois receber a conversa por e-mail.',
  proofLink:
    'Abra esta ligação e prima o botão. Funciona uma única vez, no prazo de 7 dias, e abre toda a conversa: não a partilhe com ninguém.',
  proofWhy: 'Se não foi o seu caso, não abra a ligação. Para deixar de receber e-mails:',
  stopQuestion: 'Deseja deixar de receber e-mails sobre estas conversas?',
  stopButton: 'Deixar de receber e-mails',
  stopDone: 'Concluído: não serão enviados mais e-mails.',
  stopTitle: 'Os seus e-mails',
};

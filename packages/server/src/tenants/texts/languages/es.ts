import type { Lines } from './fr';

export const es: Lines = {
  lineWaiting: 'Un asesor le atenderá en breve. Gracias por su paciencia.',
  lineWaitingOffline:
    'En este momento no hay nadie disponible. Déjenos su mensaje y le responderemos lo antes posible.',
  lineWaitingFrom:
    'En este momento no hay nadie disponible. Un asesor le responderá a partir del {moment}. Ya puede dejarnos su mensaje.',
  lineJoined: '{name} se ha unido a la conversación.',
  lineLeft: 'Su asesor ha salido de la conversación. Otro asesor continuará con usted.',
  lineTransferred: 'La conversación se ha transferido a {name}.',
  lineResolved: 'Esta conversación ha terminado. No dude en escribirnos de nuevo si lo necesita.',
  lineBotUnavailable:
    'Nuestro asistente automático no está disponible en este momento. Le ponemos en contacto con un asesor.',
  botName: 'Asistente automático',
  botSentence: 'Está conversando con un asistente automático.',
  someOperator: 'Un asesor',
  someTenant: 'nuestro equipo',
  mailStop: 'Para no recibir más correos sobre estas conversaciones:',
  mailNotRead: 'Las respuestas a este correo no se leen.',
  transcriptTitle: 'Conversación con {tenant}',
  transcriptTimes: 'Zona horaria: {timezone}',
  transcriptEmpty: 'Todavía no hay mensajes.',
  transcriptCut: 'Los mensajes anteriores no están en esta copia.',
  transcriptSource: 'Fuente: {title}',
  transcriptFile: 'Archivo: {name}',
  transcriptRemoved: '(Mensaje retirado)',
  transcriptVisitor: 'Usted',
  transcriptAgent: 'Asesor',
  transcriptSubject: 'Su conversación con {tenant}',
  transcriptIntro:
    'Aquí tiene la copia de su conversación, solicitada desde la página en la que tuvo lugar.',
  transcriptNotRead:
    'Las respuestas a este correo no se leen: para continuar, escriba en la conversación.',
  answerSubject: 'Una respuesta de {tenant}',
  answerIntro: '{operator} le ha respondido en nombre de {tenant}:',
  answerCut: '(El resto está en la conversación.)',
  answerLink:
    'Para continuar, abra este enlace. Funciona una sola vez, en un plazo de 7 días, y abre toda la conversación: no lo comparta con nadie.',
  answerWhy:
    'Esta dirección se dejó en una conversación con {tenant}. Si no fue usted, o para no recibir más correos:',
  proofSubject: 'Confirme su dirección para {tenant}',
  proofIntro:
    'Alguien ha pedido recibir aquí una conversación con {tenant}. Si ha sido usted, confirme que esta dirección es suya: después podrá recibir la conversación por correo.',
  proofLink:
    'Abra este enlace y pulse el botón. Funciona una sola vez, en un plazo de 7 días, y abre toda la conversación: no lo comparta con nadie.',
  proofWhy: 'Si no ha sido usted, no abra el enlace. Para no recibir más correos:',
  stopQuestion: '¿Desea dejar de recibir correos sobre estas conversaciones?',
  stopButton: 'Dejar de recibir correos',
  stopDone: 'Hecho: no se enviarán más correos.',
  stopTitle: 'Sus correos',
};

import type { Lines } from './fr';

export const de: Lines = {
  lineWaiting: 'Ein Berater ist gleich für Sie da. Bitte haben Sie einen Moment Geduld.',
  lineWaitingOffline:
    'Zurzeit ist niemand verfügbar. Hinterlassen Sie uns eine Nachricht: Wir antworten Ihnen so bald wie möglich.',
  lineWaitingFrom:
    'Zurzeit ist niemand verfügbar. Ein Berater antwortet Ihnen ab {moment}. Sie können uns schon jetzt eine Nachricht hinterlassen.',
  lineJoined: '{name} ist dem Gespräch beigetreten.',
  lineLeft: 'Ihr Berater hat das Gespräch verlassen. Ein anderer Berater übernimmt.',
  lineTransferred: 'Das Gespräch wurde an {name} übergeben.',
  lineResolved:
    'Dieses Gespräch ist beendet. Schreiben Sie uns gern wieder, wenn Sie etwas brauchen.',
  lineBotUnavailable:
    'Unser automatischer Assistent ist zurzeit nicht verfügbar. Wir verbinden Sie mit einem Berater.',
  botName: 'Automatischer Assistent',
  botSentence: 'Sie schreiben mit einem automatischen Assistenten.',
  someOperator: 'Ein Berater',
  someTenant: 'uns',
  mailStop: 'Um keine E-Mails zu diesen Gesprächen mehr zu erhalten:',
  mailNotRead: 'Antworten auf diese E-Mail werden nicht gelesen.',
  transcriptTitle: 'Gespräch mit {tenant}',
  transcriptTimes: 'Zeitzone: {timezone}',
  transcriptEmpty: 'Es gibt noch keine Nachricht.',
  transcriptCut: 'Frühere Nachrichten sind in dieser Kopie nicht enthalten.',
  transcriptSource: 'Quelle: {title}',
  transcriptFile: 'Datei: {name}',
  transcriptRemoved: '(Nachricht entfernt)',
  transcriptVisitor: 'Sie',
  transcriptAgent: 'Berater',
  transcriptSubject: 'Ihr Gespräch mit {tenant}',
  transcriptIntro:
    'Hier ist die Kopie Ihres Gesprächs. Sie wurde auf der Seite angefordert, auf der es stattgefunden hat.',
  transcriptNotRead:
    'Antworten auf diese E-Mail werden nicht gelesen: Schreiben Sie bitte im Gespräch weiter.',
  answerSubject: 'Eine Antwort von {tenant}',
  answerIntro: '{operator} hat Ihnen für {tenant} geantwortet:',
  answerCut: '(Die Fortsetzung finden Sie im Gespräch.)',
  answerLink:
    'Um fortzufahren, öffnen Sie diesen Link. Er funktioniert nur einmal, innerhalb von 7 Tagen, und öffnet das ganze Gespräch: Geben Sie ihn nicht weiter.',
  answerWhy:
    'Diese Adresse wurde in einem Gespräch mit {tenant} hinterlassen. Falls Sie das nicht waren oder keine E-Mails mehr erhalten möchten:',
  proofSubject: 'Bestätigen Sie Ihre Adresse für {tenant}',
  proofIntro:
    'Jemand hat darum gebeten, ein Gespräch mit {tenant} hier zu erhalten. Wenn Sie das waren, bestätigen Sie, dass diese Adresse Ihnen gehört: Danach können Sie sich das Gespräch per E-Mail senden lassen.',
  proofLink:
    'Öffnen Sie diesen Link und klicken Sie auf die Schaltfläche. Er funktioniert nur einmal, innerhalb von 7 Tagen, und öffnet das ganze Gespräch: Geben Sie ihn nicht weiter.',
  proofWhy:
    'Wenn Sie das nicht waren, öffnen Sie den Link nicht. Um keine E-Mails mehr zu erhalten:',
  stopQuestion: 'Möchten Sie keine E-Mails zu diesen Gesprächen mehr erhalten?',
  stopButton: 'Keine E-Mails mehr erhalten',
  stopDone: 'Erledigt: Es werden keine E-Mails mehr gesendet.',
  stopTitle: 'Ihre E-Mails',
};

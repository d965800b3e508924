import type { Lines } from './fr';

export const nl: Lines = {
  lineWaiting: 'Een medewerker helpt u zo verder. Bedankt voor uw geduld.',
  lineWaitingOffline:
    'Op dit moment is er niemand beschikbaar. Laat uw bericht achter: wij antwoorden u zo snel mogelijk.',
  lineWaitingFrom:
    'Op dit moment is er niemand beschikbaar. Een medewerker antwoordt u vanaf {moment}. U kunt nu al een bericht achterlaten.',
  lineJoined: '{name} neemt nu deel aan het gesprek.',
  lineLeft: 'Uw medewerker heeft het gesprek verlaten. Een andere medewerker neemt het over.',
  lineTransferred: 'Het gesprek is overgedragen aan {name}.',
  lineResolved:
    'Dit gesprek is afgesloten. Stuur ons gerust een nieuw bericht als u nog iets nodig hebt.',
  lineBotUnavailable:
    'Onze automatische assistent is op dit moment niet beschikbaar. Wij verbinden u door met een medewerker.',
  botName: 'Automatische assistent',
  botSentence: 'U chat met een automatische assistent.',
  someOperator: 'Een medewerker',
  someTenant: 'ons team',
  mailStop: 'Om geen e-mails meer over deze gesprekken te ontvangen:',
  mailNotRead: 'Antwoorden op deze e-mail worden niet gelezen.',
  transcriptTitle: 'Gesprek met {tenant}',
  transcriptTimes: 'Tijdzone: {timezone}',
  transcriptEmpty: 'Er is nog geen bericht.',
  transcriptCut: 'Eerdere berichten staan niet in deze kopie.',
  transcriptSource: 'Bron: {title}',
  transcriptFile: 'Bestand: {name}',
  transcriptRemoved: '(Bericht verwijderd)',
  transcriptVisitor: 'U',
  transcriptAgent: 'Medewerker',
  transcriptSubject: 'Uw gesprek met {tenant}',
  transcriptIntro: 'Hier is de kopie van uw gesprek, aangevraagd op de pagina waar het plaatsvond.',
  transcriptNotRead:
    'Antwoorden op deze e-mail worden niet gelezen: schrijf verder in het gesprek.',
  answerSubject: 'Een antwoord van {tenant}',
  answerIntro: '{operator} heeft u geantwoord namens {tenant}:',
  answerCut: '(De rest staat in het gesprek.)',
  answerLink:
    'Open deze link om verder te gaan. Hij werkt één keer, binnen 7 dagen, en opent het hele gesprek: deel hem met niemand.',
  answerWhy:
    'Dit adres is achtergelaten in een gesprek met {tenant}. Als u dat niet was, of om geen e-mails meer te ontvangen:',
  proofSubject: 'Bevestig uw adres voor {tenant}',
  proofIntro:
    'Iemand heeft gevraagd om hier een gesprek met {tenant} te ontvangen. Als u dat was, bevestig dan dat dit adres van u is: daarna kunt u het gesprek per e-mail ontvangen.',
  proofLink:
    'Open deze link en druk op de knop. Hij werkt één keer, binnen 7 dagen, en opent het hele gesprek: deel hem met niemand.',
  proofWhy: 'Als u dat niet was, open de link dan niet. Om geen e-mails meer te ontvangen:',
  stopQuestion: 'Wilt u geen e-mails meer over deze gesprekken ontvangen?',
  stopButton: 'Geen e-mails meer ontvangen',
  stopDone: 'Klaar: er worden geen e-mails meer verstuurd.',
  stopTitle: 'Uw e-mails',
};

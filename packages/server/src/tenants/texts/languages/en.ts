import type { Lines } from './fr';

export const en: Lines = {
  lineWaiting: 'An advisor will be with you shortly. Thank you for your patience.',
  lineWaitingOffline:
    'No one is available right now. Leave us your message and we will get back to you as soon as possible.',
  lineWaitingFrom:
    'No one is available right now. An advisor will reply from {moment}. You can already leave us your message.',
  lineJoined: '{name} has joined the conversation.',
  lineLeft: 'Your advisor has left the conversation. Another advisor will take over.',
  lineTransferred: 'The conversation has been transferred to {name}.',
  lineResolved: 'This conversation is closed. Feel free to write again if you need anything.',
  lineBotUnavailable:
    'Our automatic assistant is not available right now. We are putting you through to an advisor.',
  botName: 'Automated assistant',
  botSentence: 'You are talking to an automated assistant.',
  someOperator: 'An advisor',
  someTenant: 'our team',
  mailStop: 'To stop receiving e-mails about these conversations:',
  mailNotRead: 'Replies to this e-mail are not read.',
  transcriptTitle: 'Conversation with {tenant}',
  transcriptTimes: 'Time zone: {timezone}',
  transcriptEmpty: 'There are no messages yet.',
  transcriptCut: 'Earlier messages are not in this copy.',
  transcriptSource: 'Source: {title}',
  transcriptFile: 'File: {name}',
  transcriptRemoved: '(Message removed)',
  transcriptVisitor: 'You',
  transcriptAgent: 'Advisor',
  transcriptSubject: 'Your conversation with {tenant}',
  transcriptIntro:
    'Here is the copy of your conversation, requested from the page where it took place.',
  transcriptNotRead: 'Replies to this e-mail are not read: to continue, write in the conversation.',
  answerSubject: 'An answer from {tenant}',
  answerIntro: '{operator} has answered you on behalf of {tenant}:',
  answerCut: '(The rest is in the conversation.)',
  answerLink:
    'To continue, open this link. It works once, within 7 days, and opens the whole conversation: do not pass it on.',
  answerWhy:
    'This address was left in a conversation with {tenant}. If it was not you, or to stop receiving e-mails:',
  proofSubject: 'Confirm your address for {tenant}',
  proofIntro:
    'Someone asked to receive a conversation with {tenant} here. If it was you, confirm that this address is yours: you can then have the conversation sent by e-mail.',
  proofLink:
    'Open this link and press the button. It works once, within 7 days, and opens the whole conversation: do not pass it on.',
  proofWhy: 'If it was not you, do not open the link. To stop receiving e-mails:',
  stopQuestion: 'Stop receiving e-mails about these conversations?',
  stopButton: 'Stop these e-mails',
  stopDone: 'Done: no more e-mails will be sent.',
  stopTitle: 'Your e-mails',
};

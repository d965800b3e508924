import type { Words } from '../words';

export const translation: Words['translation'] = {
  messages: (count) => (count === 1 ? 'Translate the message' : `Translate the ${count} messages`),
  done: (count) => (count === 1 ? 'One message translated.' : `${count} messages translated.`),
  label: 'Automatic translation',
  draft: (language) => `Translate your reply (${language})`,
  busy: 'Translating…',
  nothingToTranslate: 'Write a reply first.',
  into: (language) => `Automatic translation (${language}). Read it before you send it. Your text:`,
  check: 'Your reply is translated. Read it before you send it.',
  takeBack: 'Back to my text',
  failures: {
    translation_off: 'Translation is switched off for this site.',
    down: 'No translation: the model can’t be reached for now.',
    timeout: 'No translation: the model took too long.',
    unreachable: 'No translation: the model can’t be reached.',
    refused: 'No translation: the model refused the request.',
    broken: 'No translation: the model’s answer is not complete.',
    too_long: 'No translation: the model sent something else.',
    tokens_used_up: 'No translation: the tokens of the day are used up.',
    foreign_address: 'Translation refused: it has an address that is not in your text.',
  },
  setting: 'Translation for operators',
  settingHint:
    'When an operator asks for it, the visitor’s message or the reply goes to the model. Counts towards the tokens per day.',
};

import type { Words } from '../words';

export const handOvers: Words['handOvers'] = {
  matched: (matched, needed) => `The closest passage matched ${matched} of ${needed} needed.`,
  matchedEnough: (matched, needed) =>
    `The closest passage matched ${matched} of ${needed} needed, but no answer came of it.`,
  nothingClose: 'No passage comes close to the question.',
  answersNow: 'The bot handed the question over. It would answer it by now.',
  asked: 'Question handed over:',
  closest: 'Closest passage',
  addToFaq: 'Add to the FAQ',
  edit: { knowledge: 'Edit the document', faq: 'Edit the FAQ entry' },
  lower: 'Lower the minimum…',
  minimumTitle: 'Minimum confidence',
  minimumLead:
    'Move the slider to see which of the last questions that the bot handed over it would answer.',
  nothingHandedOver: 'The bot has handed over no question for lack of confidence.',
  wouldAnswer: (count, of) =>
    count === 0
      ? `Last questions handed over: ${of}. None would be answered in addition.`
      : `Last questions handed over: ${of}. Answered in addition: ${count}. Check that the answers fit.`,
  lookedAt: (count) => `There was time for ${count} questions only.`,
  answeredNow: (count) => `Answered by now without a change: ${count}.`,
  counting: 'Counting…',
  newlyAnswered: 'Questions that it would answer',
};

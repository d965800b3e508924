import { expect, it } from 'vitest';
import { isFollowUp } from '../../src/bots/model/follow-up';

it.each([
  'And to Belgium?',
  'and for children',
  'What about weekends?',
  'How about on Sundays?',
  'How much does it cost?',
  'Belgium?',
  'Et pour la Belgique ?',
  'Et le dimanche ?',
  'Combien coûte celui en bois ?',
  'Und nach Österreich?',
  'Wie lange ist es gültig? Dafür?',
  '¿Y a Portugal?',
  '¿Cuánto cuesta eso?',
  'E in Italia?',
])('takes %s for a question that continues another', (question) => {
  expect(isFollowUp(question)).toBe(true);
});

it.each([
  'How much is the delivery to Belgium?',
  'Thanks!',
  'merci',
  'ok danke',
  'Quels sont vos horaires le dimanche ?',
  'Wie hoch sind die Versandkosten nach Österreich?',
  '¿Cuánto cuesta el envío a Portugal?',
  'And then I went to the shop and asked whether they would take the chair back',
  '',
])('takes %s for a whole question, or for none', (question) => {
  expect(isFollowUp(question)).toBe(false);
});

// The replies of the built-in bot to the question set and to the strangers' questions: right, wrong and handed over by kind and by language, every
// wrong one, and how long a reply takes among PASSAGES=10000.
import {
  answerable,
  countOf,
  indexOfSize,
  indexQuestionSet,
  measureAnswers,
  measureStrangers,
  shareOf,
  sharingWords,
  type Measured,
} from '../../server/test/bots/measured-answers';
import { percentile, report, round, type Figure } from './support/figures';

const PASSAGES = Number(process.env['PASSAGES'] ?? 10_000);

const measured = await measureAnswers(indexQuestionSet());
const strangers = await measureStrangers();

console.table(tableBy(({ question }) => question.kind));
console.table(tableBy(({ language }) => language));
console.log('Strangers: 14 tenants, each with one document');
console.table(tableBy(({ question }) => question.kind, strangers));
for (const one of [...measured, ...strangers].filter(({ outcome }) => outcome === 'wrong')) {
  const { id, kind, text } = one.question;
  console.log(`wrong, ${id}, ${kind}: ${text}\n  ${reasonOf(one)}: ${JSON.stringify(one.reply)}`);
}

const lengths = measured.flatMap(({ reply }) => (reply === null ? [] : [reply.length]));
const index = indexOfSize(PASSAGES);
await measureAnswers(index); // warms up
const times = (await measureAnswers(index)).map(({ ms }) => ms);

const percent = (share: number): number => round(share * 100);
const figure = (what: string, value: number, unit: string, target = ''): Figure => ({
  database: '',
  what,
  value: round(value),
  unit,
  target,
});
report('answers', [
  figure('answerable, right', percent(shareOf(answerable(measured), 'right')), '%', '>= 60'),
  figure('sharing words, right', percent(shareOf(sharingWords(measured), 'right')), '%', '>= 80'),
  figure('all, wrong', percent(shareOf(measured, 'wrong')), '%', '<= 2'),
  figure('length of a reply, p50', percentile(lengths, 0.5), 'characters'),
  figure('length of a reply, p99', percentile(lengths, 0.99), 'characters'),
  figure(`reply among ${PASSAGES} passages, p50`, percentile(times, 0.5), 'ms', '<= 20'),
  figure(`reply among ${PASSAGES} passages, p99`, percentile(times, 0.99), 'ms'),
  figure(`index of ${PASSAGES} passages, estimated`, index.bytes / 2 ** 20, 'MiB'),
]);

function tableBy(
  keyOf: (one: Measured) => string,
  all: readonly Measured[] = measured,
): Record<string, object> {
  const keys = [...new Set(all.map(keyOf)), 'all'];
  return Object.fromEntries(
    keys.map((key) => {
      const those = key === 'all' ? all : all.filter((one) => keyOf(one) === key);
      const counts = (some: readonly Measured[]): object => ({
        questions: some.length,
        right: countOf(some, 'right'),
        'handed over': countOf(some, 'handed-over'),
        wrong: countOf(some, 'wrong'),
      });
      return [key, counts(those)];
    }),
  );
}

function reasonOf({ question, quoted }: Measured): string {
  if (!('answer' in question)) return 'no document answers it';
  const isRightDocument = quoted.some((name) => question.documents.includes(name));
  return isRightDocument ? 'the quote lacks a fact' : 'another document is quoted';
}

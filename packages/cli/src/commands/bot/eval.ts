import { isRightSource, meets, type BotQuestion } from '@chat-relay/desk/bot-cases';
import { EXIT, ExitError } from '../../errors';
import { asFastAsAllowed } from '../../relay/retry';
import { chooseTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { table } from '../../terminal/table';
import { readQuestionFile } from './question-file';
import type { BotTest } from '@chat-relay/server/wire/bots';

export interface EvalOptions extends GlobalOptions {
  tenant?: string;
  locale?: string;
  min?: string;
  minAnswered?: string;
  maxWrong?: string;
}

interface Outcome extends BotQuestion, Omit<BotTest, 'candidates'> {
  result: 'answered' | 'handed_over' | 'wrong';
  /** Null if nothing is expected. */
  is_met: boolean | null;
  /** Null if the bot found nothing. */
  closest: BotTest['candidates'][number] | null;
}

/** Sends the bot every question of a file, one after another, and counts the outcomes. */
export async function evalBot(options: EvalOptions, file: string): Promise<void> {
  const limits = readLimits(options);
  const questions = readQuestionFile(file);
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  const { locale } = options;
  const outcomes: Outcome[] = [];
  for (const one of questions) {
    const body = { tenant_id, content: one.question, ...(locale !== undefined && { locale }) };
    outcomes.push(outcomeOf(one, await asFastAsAllowed(() => api.post('console/test/bot', body))));
  }
  const counts = countsOf(outcomes);
  printResult(options.json, { ...counts, outcomes }, () =>
    [
      table(
        ['', 'QUESTION', 'EXPECTED', 'THE BOT', 'CLOSEST'],
        outcomes.map((one) => [
          one.is_met === null ? '' : one.is_met ? 'ok' : 'NO',
          one.question,
          one.expected ?? one.document ?? '',
          said(one),
          one.closest ? `${one.closest.title} (${percent(one.closest.confidence)})` : '',
        ]),
      ),
      `${counts.answered} of ${counts.answerable} answered, ${counts.handed_over} handed over, ${counts.wrong} answered wrongly`,
      `${counts.met} of ${counts.expecting} as expected`,
    ].join('\n'),
  );
  checkLimits(counts, limits);
}

function outcomeOf(one: BotQuestion, { candidates, ...tested }: BotTest): Outcome {
  const isAnswer = tested.decision === 'answer';
  const { expected } = one;
  const isExpected = expected === undefined ? null : meets({ ...one, expected }, tested);
  const isRight = isExpected !== false && isRightSource(one, { ...tested, candidates });
  const isDocumentMissing = one.document !== undefined && !isAnswer;
  return {
    ...one,
    ...tested,
    result: isAnswer ? (isRight ? 'answered' : 'wrong') : 'handed_over',
    is_met:
      isExpected === null && one.document === undefined ? null : isRight && !isDocumentMissing,
    closest: candidates[0] ?? null,
  };
}

function countsOf(outcomes: readonly Outcome[]) {
  const count = (isCounted: (one: Outcome) => boolean): number => outcomes.filter(isCounted).length;
  const met = count((one) => one.is_met === true);
  const expecting = count((one) => one.is_met !== null);
  const answered = count(({ result }) => result === 'answered');
  const wrong = count(({ result }) => result === 'wrong');
  const answerable = count(({ expected }) => expected?.toLowerCase() !== 'escalate');
  return {
    questions: outcomes.length,
    expecting,
    met,
    share: shareOf(met, expecting, 1),
    answerable,
    answered,
    answered_share: shareOf(answered, answerable, 1),
    handed_over: count(({ result }) => result === 'handed_over'),
    wrong,
    wrong_share: shareOf(wrong, outcomes.length, 0),
  };
}

const shareOf = (part: number, all: number, ofNone: number): number =>
  all === 0 ? ofNone : part / all;

interface Limits {
  min: number;
  minAnswered: number;
  maxWrong: number;
}

function readLimits({ min, minAnswered, maxWrong }: EvalOptions): Limits {
  const isStrict = minAnswered === undefined && maxWrong === undefined;
  return {
    min: readShare('--min', min ?? (isStrict ? '1' : '0')),
    minAnswered: readShare('--min-answered', minAnswered ?? '0'),
    maxWrong: readShare('--max-wrong', maxWrong ?? '1'),
  };
}

function checkLimits(counts: ReturnType<typeof countsOf>, limits: Limits): void {
  const { min, minAnswered, maxWrong } = limits;
  const missed = [
    counts.share < min && `Fewer than ${percent(min)} are as expected.`,
    counts.answered_share < minAnswered &&
      `Fewer than ${percent(minAnswered)} of those that should be answered are.`,
    counts.wrong_share > maxWrong && `More than ${percent(maxWrong)} are answered wrongly.`,
  ].filter((message) => message !== false);
  if (missed.length > 0) throw new ExitError(EXIT.failed, missed.join(' '));
}

function said({ decision, reason, answer, confidence, result }: Outcome): string {
  const what = decision === 'answer' ? `answers "${answer}"` : `hands over: ${reason}`;
  return `${result === 'wrong' ? 'WRONG, ' : ''}${what} (${percent(confidence)})`;
}

function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`;
}

function readShare(name: string, text: string): number {
  const share = Number(text);
  if (text.trim() !== '' && share >= 0 && share <= 1) return share;
  throw new ExitError(EXIT.usage, `${name} is a share from 0 to 1, such as 0.9.`);
}

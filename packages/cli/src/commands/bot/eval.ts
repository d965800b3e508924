import { readFileSync } from 'node:fs';
import { meets, readCases, type BotCase } from '@chat-relay/console/desk/bot-cases';
import { EXIT, ExitError } from '../../errors';
import { asFastAsAllowed } from '../../relay/retry';
import { chooseTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { table } from '../../terminal/table';
import type { BotTest } from './test';

/** Options of `relayctl bot eval`. */
export interface EvalOptions extends GlobalOptions {
  tenant?: string;
  locale?: string;
  min?: string;
}

interface Outcome extends BotCase, Omit<BotTest, 'candidates'> {
  is_met: boolean;
}

const MAX_BYTES = 4_194_304;

/** Asks the bot every question of a file, one after another, and counts what it does as expected. */
export async function evalBot(options: EvalOptions, file: string): Promise<void> {
  const min = readShare(options.min ?? '1');
  const cases = readFile(file);
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  const { locale } = options;
  const outcomes: Outcome[] = [];
  for (const one of cases) {
    const body = { tenant_id, content: one.question, ...(locale !== undefined && { locale }) };
    const { candidates: _, ...tested } = await asFastAsAllowed(() =>
      api.post<BotTest>('console/test/bot', body),
    );
    outcomes.push({ ...one, ...tested, is_met: meets(one, tested) });
  }
  const met = outcomes.filter((one) => one.is_met).length;
  const share = met / cases.length;
  printResult(options.json, { met, questions: cases.length, share, outcomes }, () =>
    [
      table(
        ['', 'QUESTION', 'EXPECTED', 'THE BOT'],
        outcomes.map((one) => [one.is_met ? 'ok' : 'NO', one.question, one.expected, said(one)]),
      ),
      `${met} of ${cases.length} as expected`,
    ].join('\n'),
  );
  if (share < min) {
    throw new ExitError(EXIT.failed, `Fewer than ${min * 100} % are as expected.`);
  }
}

function said({ decision, reason, answer, confidence }: Outcome): string {
  const what = decision === 'answer' ? `answers "${answer}"` : `hands over: ${reason}`;
  return `${what} (${Math.round(confidence * 100)} %)`;
}

function readShare(text: string): number {
  const share = Number(text);
  if (text.trim() !== '' && share >= 0 && share <= 1) return share;
  throw new ExitError(EXIT.usage, '--min is a share from 0 to 1, such as 0.9.');
}

function readFile(file: string): BotCase[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ExitError(EXIT.usage, `${file} can't be read. Give a CSV file.`, { cause: error });
  }
  const cases = text.length > MAX_BYTES ? null : readCases(text);
  if (cases !== null && cases.length > 0) return cases;
  const message = `${file} is not a CSV of questions: each row needs a question and what is expected.`;
  throw new ExitError(EXIT.usage, message);
}
